-- Delays in six-hour windows
-- The worst windows of 2013, and how many of their records are incomplete.
SELECT ts_floor(time_hour, 360) AS window_start, count(*) AS flights,
       round(avg(dep_delay), 1) AS mean_delay_min,
       sum(CASE WHEN count_nulls(dep_time, arr_time, air_time, tailnum) > 0 THEN 1 ELSE 0 END)
         AS incomplete
FROM flights
GROUP BY ts_floor(time_hour, 360)
HAVING count(*) >= 200
ORDER BY mean_delay_min DESC, window_start
LIMIT 8
