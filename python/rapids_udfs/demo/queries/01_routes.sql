-- Great circles
-- The longest routes out of New York: does the published distance agree with the coordinates?
SELECT f.origin, f.dest, d.city, count(*) AS flights,
       round(first(haversine_km(o.latitude, o.longitude, d.latitude, d.longitude)), 1) AS km,
       round(first(f.distance) * 1.609344, 1) AS published_km
FROM flights f
JOIN airports o ON o.iata = f.origin
JOIN airports d ON d.iata = f.dest
GROUP BY f.origin, f.dest, d.city
ORDER BY km DESC, f.origin
LIMIT 8
