-- Which block an address lies in
-- A join on CIDR containment: assigned multicast addresses in the blocks of the registry.
SELECT b.prefix, b.status, count(*) AS assigned, min(m.address) AS for_example
FROM multicast m
JOIN ip_blocks b ON ip_in_cidr(m.address, b.prefix)
GROUP BY b.prefix, b.status
ORDER BY assigned DESC, b.prefix
LIMIT 8
