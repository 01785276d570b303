-- Airports on a grid
-- The crowded cells of a grid over the earth, 32 by 32, and the climate zone of each.
SELECT geo_cell(latitude, longitude, 5) AS cell, count(*) AS airports, min(iata) AS for_example,
       bucket_label(
         max(latitude),
         named_struct('edges', array(23.4D, 35D, 55D),
                      'labels', array('tropical', 'subtropical', 'temperate', 'cold'))
       ) AS zone
FROM airports
GROUP BY geo_cell(latitude, longitude, 5)
ORDER BY airports DESC, cell
LIMIT 8
