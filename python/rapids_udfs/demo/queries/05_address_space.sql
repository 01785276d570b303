-- Who has the address space
-- The /8 blocks of each holder: the range they span and the addresses they hold.
WITH blocks AS (
  SELECT designation, status, ipv4_to_long(substring_index(prefix, '/', 1)) AS first,
         CAST(substring_index(prefix, '/', -1) AS INT) AS bits
  FROM ip_blocks
)
SELECT designation, count(*) AS blocks, long_to_ipv4(min(first)) AS lowest,
       long_to_ipv4(max(first + CAST(pow(2, 32 - bits) AS BIGINT) - 1)) AS highest,
       sum(CAST(pow(2, 32 - bits) AS BIGINT)) AS addresses
FROM blocks
GROUP BY designation
ORDER BY addresses DESC, designation
LIMIT 8
