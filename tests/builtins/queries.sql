-- weeks: Delays by ISO week and carrier.
SELECT extract(YEAROFWEEK FROM date) AS iso_year, weekofyear(date) AS week, carrier,
       count(*) AS flights, sum(dep_delay) AS minutes
FROM (SELECT make_date(year, month, day) AS date, carrier, dep_delay FROM flights)
GROUP BY 1, 2, 3

-- mondays: The worst delay of each week, weeks named by their Monday.
SELECT date_sub(next_day(make_date(year, month, day), 'MO'), 7) AS monday, origin,
       max(dep_delay) AS worst, count_if(dep_delay > 60) AS late
FROM flights GROUP BY 1, 2

-- event_times: Departures and arrivals as epochs, from a scheduled hour and delays in minutes.
SELECT carrier, flight, unix_seconds(left_at) AS left_s, unix_millis(arrived_at) AS arrived_ms,
       unix_micros(time_hour) AS hour_us, timestampdiff(MINUTE, left_at, arrived_at) AS minutes
FROM (SELECT *, timestampadd(MINUTE, minute + dep_delay, time_hour) AS left_at,
             timestampadd(MINUTE, minute + dep_delay + air_time, time_hour) AS arrived_at
      FROM flights WHERE air_time IS NOT NULL)

-- histogram: A histogram of delays by airport.
SELECT origin, width_bucket(CAST(dep_delay AS DOUBLE), -30, 180, 21) AS bucket,
       date_from_unix_date(min(unix_date(make_date(year, month, day)))) AS first_seen, count(*) AS n
FROM flights WHERE dep_delay IS NOT NULL GROUP BY 1, 2

-- masked: A table to hand out: registrations masked, flights under one label.
SELECT mask(tailnum, 'X', 'x', '0') AS plane, format_string('%s %d', carrier, flight) AS label,
       overlay(dest PLACING '*' FROM 2 FOR 1) AS dest, luhn_check(string(flight)) AS checked
FROM flights WHERE tailnum IS NOT NULL

-- bitmaps: Places of flight numbers in bitmaps, for distinct counts that can be merged.
SELECT carrier, bitmap_bucket_number(flight) AS bucket,
       count(DISTINCT bitmap_bit_position(flight)) AS numbers
FROM flights GROUP BY 1, 2

-- crawler_links: Hosts of links, and what their parameters say.
SELECT split_part(url, '/', 3) AS host, url_decode(split_part(url, '?', 2)) AS parameters,
       count(*) AS links
FROM crawlers WHERE url IS NOT NULL GROUP BY 1, 2

-- redirects: Links as parameters of another, and as tokens.
SELECT concat('/out?to=', url_encode(url)) AS redirect, base64(encode(url, 'UTF-8')) AS token,
       string(unbase64(base64(encode(url, 'UTF-8')))) = url AS same
FROM crawlers WHERE url IS NOT NULL

-- json_lines: Fields of JSON lines: dates written with slashes, hosts of links.
SELECT make_date(int(split_part(added, '/', 1)), int(split_part(added, '/', 2)),
                 int(split_part(added, '/', 3))) AS date, split_part(url, '/', 3) AS host, pattern
FROM (SELECT get_json_object(record, '$.addition_date') AS added,
             get_json_object(record, '$.url') AS url,
             get_json_object(record, '$.pattern') AS pattern FROM crawler_records)
WHERE added IS NOT NULL

-- user_agents: The product and the version that each user agent of a crawler names.
SELECT split_part(agent, '/', 1) AS product, split_part(split_part(agent, '/', 2), ' ', 1) AS version,
       count_if(startswith(agent, split_part(pattern, '/', 1))) AS of_pattern, count(*) AS n
FROM (SELECT pattern, explode(instances) AS agent FROM crawlers) GROUP BY 1, 2

-- tags: Labels added to arrays, at their ends and in them.
SELECT pattern, array_append(tags, split_part(url, '/', 3)) AS tagged,
       array_insert(tags, 2, 'seen') AS seen, array_prepend(tags, pattern) AS named
FROM crawlers WHERE url IS NOT NULL

-- overhauls: When planes fall due: ten years after they were built, on a Saturday.
SELECT next_day(add_months(make_date(year, 1, 1), 120), 'SAT') AS due, manufacturer, count(*) AS planes
FROM planes WHERE year > 1900 GROUP BY 1, 2

-- sounds_like: Cities whose names sound like another's in the same state.
SELECT format_string('%s in %s', soundex(city), state) AS sound, min(city) AS one, max(city) AS other FROM airports
WHERE city IS NOT NULL GROUP BY 1 HAVING count(DISTINCT city) > 1

-- fixed_width: A file of fixed width.
SELECT concat(iata, space(5 - length(iata)), left(name, 40), space(40 - length(left(name, 40))),
              format_string('%s|%s', state, country)) AS line
FROM airports WHERE state IS NOT NULL AND iata IS NOT NULL

-- address_bits: Multicast addresses: their first bit, the last number as packed decimals, local or not.
SELECT address, bit_get(int(split_part(address, '.', 1)), 7) AS high,
       to_binary(split_part(address, '.', 4), 'hex') AS packed,
       startswith(registry, split_part(registry, '(', 1)) AS is_local
FROM multicast WHERE address RLIKE '^[0-9]+[.][0-9]+[.][0-9]+[.][0-9]+$'

-- allocations: How many address blocks of the same status were given out before each, and its review.
SELECT a.status, split_part(a.prefix, '/', 1) AS address, add_months(a.allocated, 12) AS review,
       count(*) AS earlier
FROM ip_blocks a JOIN ip_blocks b ON a.status = b.status AND unix_date(b.allocated) < unix_date(a.allocated)
GROUP BY 1, 2, 3

-- names_of_codes: Codes written out by a list in the query.
SELECT elt(find_in_set(carrier, 'AA,B6,DL,EV,UA'), 'American', 'JetBlue', 'Delta', 'ExpressJet', 'United')
         AS name, count(*) AS flights
FROM flights WHERE find_in_set(carrier, 'AA,B6,DL,EV,UA') > 0 GROUP BY 1

-- named_after: Airports that are named after their city.
SELECT state, count_if(startswith(name, city)) AS named, count_if(endswith(name, city)) AS ending, count(*) AS n
FROM airports WHERE city IS NOT NULL GROUP BY 1

-- year_on_year: Prices beside those of twelve months before.
SELECT a.symbol, monthname(a.date) AS month, dayname(a.date) AS day, a.price, b.price AS before
FROM stocks a JOIN stocks b ON a.symbol = b.symbol AND add_months(a.date, -12) = b.date

-- safe_numbers: Speeds and costs of flights, where a wrong number is a null.
SELECT carrier, flight, try_divide(distance, air_time) AS miles_per_minute,
       try_add(dep_delay, arr_delay) AS delay, try_subtract(sched_arr_time, arr_time) AS early,
       try_multiply(distance, flight) AS product, try_mod(flight, minute) AS share
FROM flights
