-- Web: links taken apart and put together
-- The links that crawlers name: the last part made readable, the parameters as a map, and the
-- whole link as a parameter of another.
WITH links AS (
  SELECT DISTINCT url
  FROM crawlers
  WHERE url LIKE '%?%=%' OR url RLIKE '%[0-9A-F]{2}'
)
SELECT substring_index(substring_index(url, '/', 3), '/', -1) AS host,
       url_decode_form(substring_index(url, '/', -1)) AS last_part,
       url_query_map(get(split(substring_index(url, '#', 1), '[?]'), 1)) AS parameters,
       concat('/out?to=', url_encode_form(url)) AS redirect
FROM links
ORDER BY host, last_part
LIMIT 12
