-- Degrees
-- Seattle's hottest days, in degrees Fahrenheit.
SELECT date, temp_max AS celsius, c_to_f(temp_max) AS fahrenheit, weather
FROM weather
ORDER BY temp_max DESC, date
LIMIT 8
