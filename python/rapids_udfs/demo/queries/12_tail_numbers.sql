-- Numbers to hand on
-- Planes' tail numbers: hidden, with a check digit, dealt into buckets, summed up and packed.
WITH numbers AS (
  SELECT tailnum, regexp_replace(tailnum, '[^0-9]', '') AS digits, CAST(tailnum AS BINARY) AS raw
  FROM planes
),
checked AS (
  SELECT *, concat(digits, luhn_digit(digits)) AS number FROM numbers
)
SELECT mask_keep_last(tailnum, 3) AS hidden, number, luhn_valid(number) AS valid,
       luhn_valid(digits) AS valid_without, hash_bucket(tailnum, 16) AS bucket,
       adler32(tailnum) AS checksum, base64_encode(raw) AS packed, bytes_len(raw) AS bytes
FROM checked
ORDER BY tailnum
LIMIT 8
