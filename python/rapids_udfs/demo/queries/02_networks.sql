-- Networks: which block an address lies in
-- A join on CIDR containment: how many multicast addresses are assigned in each block of IANA's
-- registry, and the first and the last of them.
SELECT b.prefix, b.status, count(*) AS assigned,
       long_to_ipv4(min(ipv4_to_long(m.address))) AS first,
       long_to_ipv4(max(ipv4_to_long(m.address))) AS last
FROM multicast m
JOIN ip_blocks b ON ip_in_cidr(m.address, b.prefix)
GROUP BY b.prefix, b.status
ORDER BY assigned DESC, b.prefix
LIMIT 8
