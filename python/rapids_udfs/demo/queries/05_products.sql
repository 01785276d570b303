-- Maps: products in user agents
-- Agents that name an address, which is hidden: their product/version pairs as a map, those that
-- begin with Ch, and whether they claim a Mozilla before 4.0.0 (-1), that one (0) or a later one.
WITH agents AS (
  SELECT DISTINCT agent, regexp_extract(agent, '[A-Za-z0-9._-]+@[A-Za-z0-9.-]+', 0) AS address
  FROM crawlers LATERAL VIEW explode(instances) AS agent
  WHERE agent LIKE '%@%.%'
),
products AS (
  SELECT agent, address, merge_maps(parse_kv(translate(agent, '/ ', '=;'))) AS products
  FROM agents
)
SELECT mask_email(address) AS address, map_get_or(products, 'Mozilla', 'none') AS mozilla,
       map_filter_prefix(products, 'Ch') AS ch,
       semver_cmp(parse_semver(concat(map_get_or(products, 'Mozilla', '0.0'), '.0')),
                  parse_semver('4.0.0')) AS against_4
FROM products
WHERE size(map_filter_prefix(products, 'Ch')) > 0
ORDER BY agent
LIMIT 8
