-- Names that are alike
-- Search engines' crawlers compared by the runs of three characters in their names: the share
-- that two names have in common, how many of 64 places their sketches agree in, and in how many
-- places names of one length differ.
WITH names AS (
  SELECT DISTINCT ascii_lower(pattern) AS name
  FROM crawlers
  WHERE array_contains(tags, 'search-engine')
),
sketches AS (
  SELECT name, char_ngrams(name, 3) AS grams, minhash(char_ngrams(name, 3), 64) AS sketch
  FROM names
)
SELECT a.name AS one, b.name AS other, round(array_jaccard(a.grams, b.grams), 3) AS jaccard,
       size(filter(sequence(0, 63), i -> a.sketch[i] = b.sketch[i])) AS agreeing,
       hamming(a.name, b.name) AS differing
FROM sketches a JOIN sketches b ON a.name < b.name
ORDER BY jaccard DESC, one, other
LIMIT 8
