-- Text: one maker, many spellings
-- Planes by maker, the names cleaned before grouping; and the digits of their tail numbers, masked
-- and with a check digit, as an account number would be handed on.
WITH cleaned AS (
  SELECT manufacturer, text_normalize(manufacturer) AS name, mask_keep_last(tailnum, 3) AS masked,
         regexp_replace(tailnum, '[^0-9]', '') AS digits
  FROM planes
)
SELECT substring_index(name, ' ', 1) AS maker, count(*) AS planes,
       count(DISTINCT manufacturer) AS spellings, max(word_count(name)) AS longest_name,
       min(masked) AS for_example, min(concat(digits, '-', luhn_digit(digits))) AS checked,
       count_if(luhn_valid(digits)) AS valid_by_chance
FROM cleaned
GROUP BY ALL
ORDER BY planes DESC, maker
LIMIT 8
