-- One maker, many spellings
-- Names of aircraft makers, cleaned before grouping.
SELECT substring_index(text_normalize(manufacturer), ' ', 1) AS maker,
       count(*) AS planes, count(DISTINCT manufacturer) AS spellings,
       max(word_count(manufacturer)) AS longest_words, sum(seats) AS seats
FROM planes
GROUP BY substring_index(text_normalize(manufacturer), ' ', 1)
ORDER BY planes DESC, maker
LIMIT 8
