-- Flights: the longest routes by fiscal year
-- The government's fiscal year begins in October. How many flights of a route left on business
-- days, and does the published distance agree with the great circle between the airports?
WITH days AS (
  SELECT origin, dest, distance,
         to_date(from_utc_timestamp(time_hour, 'America/New_York')) AS day
  FROM flights
),
routes AS (
  SELECT origin, dest, fiscal_year(day, 10) AS year, count(*) AS flights,
         sum(business_days(day, day + 1)) AS on_business_days, max(distance) AS miles
  FROM days
  GROUP BY ALL
)
SELECT r.origin, r.dest, d.city, r.year, r.flights, r.on_business_days,
       round(haversine_km(o.latitude, o.longitude, d.latitude, d.longitude), 1) AS km,
       round(r.miles * 1.609344, 1) AS published_km
FROM routes r
JOIN airports o ON o.iata = r.origin
JOIN airports d ON d.iata = r.dest
ORDER BY km DESC, r.origin, r.year
LIMIT 8
