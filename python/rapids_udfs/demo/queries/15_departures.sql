-- Messages to passengers
-- The flights that left latest: planned time, what was late (bits: departure, arrival, by three
-- hours), both delays added up in one byte, in minutes together, and a number to call. The
-- telephone numbers are invented, as 555-01 numbers are.
WITH late AS (
  SELECT *, CAST(hour * 60 + minute AS SMALLINT) AS planned,
         CAST(least(dep_delay, 127) AS TINYINT) AS dep_byte,
         CAST(greatest(least(arr_delay, 127), -128) AS TINYINT) AS arr_byte
  FROM flights
  WHERE dep_delay > 600
)
SELECT carrier, flight, epoch_ms_to_ts(unix_timestamp(time_hour) * 1000) AS hour, hhmm(planned) AS planned,
       bit_flags(dep_delay > 0, arr_delay > 0, arr_delay > 180, false) AS late,
       sat_add(dep_byte, arr_byte) AS byte,
       map_sum(map('departure', CAST(dep_delay AS BIGINT), 'arrival', CAST(arr_delay AS BIGINT)))
         AS minutes,
       phone_e164(concat('(212) 555-01', lpad(flight % 100, 2, '0')), '1') AS telephone
FROM late
ORDER BY dep_delay DESC, flight
LIMIT 8
