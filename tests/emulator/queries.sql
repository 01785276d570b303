-- Ordinary queries for test_queries.py, one per line. A heading has a name, the ANSI mode and, if lines are not full
-- queries, the query around them. A line that stays on the CPU ends with the reason.

== strings | off | SELECT id, {} FROM t
upper(s), lower(s)
initcap(s)
length(s), char_length(s), octet_length(s), bit_length(s)
trim(s), ltrim(s), rtrim(s)
trim(BOTH 'a' FROM s), trim(LEADING 'x' FROM s), trim(TRAILING 'b' FROM s), trim('Üï' FROM s), ltrim('日 ', s)
substring(s, 2), substring(s, 2, 3), substring(s, -2), substring(s, -3, 2), substring(s, 0, 2)
substring(s, k, 2)
left(s, 2), right(s, 2)
concat(s, 'x', w), s || w
concat_ws('-', s, w, 'z'), concat_ws(',', sa)
replace(s, 'a', 'bb'), replace(s, 'a')
lpad(s, 6, '*'), rpad(s, 6, '*'), lpad(s, 3)
repeat(s, 2), repeat(w, k)
reverse(s), reverse(a)
instr(s, 'b'), locate('o', s), locate('o', s, 3), position('b' IN s)
startswith(s, 'A'), endswith(s, 'b'), contains(s, 'o')
s LIKE '%a_%', s LIKE 'A%', s LIKE '%b', s LIKE 'a!%' ESCAPE '!', s NOT LIKE '%o%'
s ILIKE '%A%', lower(s) LIKE '%a%'
s RLIKE '[A-Z]+', s RLIKE '^a', s RLIKE '\\d', s RLIKE 'o$'
s LIKE ANY ('%a%', '%o%'), s LIKE ALL ('%a%', '%b%')
regexp_replace(s, '[aeiou]', '#'), regexp_replace(s, '(\\w)(\\w)', '$2$1')
regexp_extract(s, '([a-z]+)', 1), regexp_extract(w, '(\\d+)-(\\d+)', 2), regexp_extract(s, '[A-Z]', 0)
regexp_extract_all(w, '(\\d)', 1)
regexp_like(s, 'b.')
split(w, '-'), split(s, ' '), split(w, '[-,]'), split(w, '-', 2)
split(w, '-')[0]
substring_index(w, '-', 1), substring_index(w, '-', -1)
translate(s, 'abc', 'xyz')
ascii(s) #CPU the plugin's ascii is off by default
hex(l), hex(s)
levenshtein(s, w) #CPU the plugin has no levenshtein
format_number(l, 0), format_number(m, 2)
space(3) || s, s || repeat('-', 2)
str_to_map(w, ',', '-')
nullif(s, ''), coalesce(s, w, 'none')
s = w, s < w, s <=> w, s IN ('Ab', 'b'), s BETWEEN 'A' AND 'c'
parse_url(u, 'HOST'), parse_url(u, 'PROTOCOL'), parse_url(u, 'PATH'), parse_url(u, 'QUERY'), parse_url(u, 'QUERY', 'q')
CAST(s AS BINARY)

== math | off | SELECT id, {} FROM t
i + k, i - k, i * k, i / k, i % k, i div k, -i, +i
x + x, x * 2, l + l, l * l, l - x
pmod(i, 7), pmod(i, k), pmod(d, 2.5D)
mod(i, 3), positive(i), negative(i)
abs(i), abs(d), abs(m), sign(i), signum(d)
ceil(d), floor(d), ceil(q), floor(q), ceil(m), floor(m)
round(i, -1), round(l, -3), round(m, 1), round(m), round(m, -1)
round(q, 1), round(q)
bround(i, -1), bround(m, 1)
bround(q, 1)
rint(q)
sqrt(q), cbrt(q)
exp(q), expm1(q), ln(q), log(2, q), log10(q), log1p(q), log2(q)
pow(q, 2), power(2, k), pow(q, 0.5)
sin(q), cos(q), tan(q), cot(q)
asin(q / 10), acos(q / 10), atan(q), sinh(q), cosh(q), tanh(q)
asinh(q), acosh(q), atanh(q / 10)
hypot(q, 2D)
degrees(q), radians(q)
greatest(i, k, 3), least(i, k, 3), greatest(s, w), least(d, 1D), greatest(m, 1)
m + 1, m - n, m * 2.5BD, m / 3, m % 2, m div 2, -m
m + n, m * n, n / 7, n * 3
d + 1, d * q, d / q, d - q, d % 2
bin(l)
conv(num, 10, 16), conv('ff', 16, 10)
isnan(d), nanvl(d, 0D)
pi() * q, e() + q
f + 1, f * 2, f / 3, CAST(f AS DOUBLE)
rand(7)
assert_true(id >= 0), if(id > 99, raise_error('too many'), id)

== arithmetic with errors | on | SELECT id, {} FROM t
i + k, i - k, i * 2, -i, i % nullif(k, 0), i div nullif(k, 0), i / nullif(k, 0)
m + 1, m * 2, m / 3, m / nullif(k, 0)
abs(i), CAST(q AS INT), CAST(i AS STRING), CAST(num AS INT), CAST(num AS BIGINT)
try_divide(i, k) #CPU the plugin has no try_divide
element_at(array(i, k), 2), array(i, k)[0], mp['a'], try_element_at(a, 3)
round(m, 1), round(i, -1)
CAST(m AS DECIMAL(20,1)), CAST(i AS DECIMAL(10,2)), CAST(m AS INT)
CAST(dts AS DATE), CAST(s AS BINARY)
sum(i) OVER (PARTITION BY k ORDER BY id), avg(m) OVER (PARTITION BY k)
concat(s, w), upper(s), substring(s, 2, 2)
pmod(i, 5), ceil(m), floor(m), greatest(i, k)
i > k AND k <> 0, CASE WHEN k <> 0 THEN i / k END
date_add(dt, i), date_diff(dt, DATE'2020-01-01')
size(a), array_contains(a, 2), transform(a, y -> y + 1), exists(a, y -> y > 2)

== bits and hashes | off | SELECT id, {} FROM t
i & k, i | k, i ^ k, ~i, l & 255, ~l
shiftleft(i, 2), shiftright(i, 2), shiftrightunsigned(i, 2), shiftleft(l, 3)
bit_count(i), bit_count(l)
hash(i, s, d, m, dt, ts, b), hash(a), hash(st)
xxhash64(i, s, d, m, dt, ts, b), xxhash64(a), xxhash64(st)
md5(s), md5(bin)
sha1(s), sha(s)
sha2(s, 256), sha2(s, 512), sha2(s, 224)

== dates and times | off | SELECT id, {} FROM t
year(dt), quarter(dt), month(dt), day(dt), dayofmonth(dt), dayofweek(dt), weekday(dt), dayofyear(dt)
weekofyear(dt) #CPU the plugin has no weekofyear
year(ts), month(ts), day(ts), hour(ts), minute(ts), second(ts)
extract(YEAR FROM dt), date_part('month', dt), extract(HOUR FROM ts)
date_add(dt, 3), date_sub(dt, 3), date_add(dt, k), dt + 1, dt - 1
datediff(dt, DATE'2020-02-29')
add_months(dt, 2) #CPU the plugin has no add_months
months_between(ts, TIMESTAMP'2020-01-15 00:00:00')
last_day(dt)
trunc(dt, 'MM'), trunc(dt, 'YEAR'), trunc(dt, 'QUARTER'), trunc(dt, 'WEEK')
date_trunc('HOUR', ts), date_trunc('DAY', ts), date_trunc('MONTH', ts), date_trunc('YEAR', ts)
date_format(ts, 'yyyy-MM-dd'), date_format(ts, 'yyyy-MM-dd HH:mm:ss'), date_format(dt, 'yyyy/MM/dd'), date_format(ts, 'dd/MM/yyyy')
to_date(dts), to_date(dts, 'yyyy-MM-dd'), CAST(dts AS DATE)
CAST(tss AS TIMESTAMP) #CPU the cast of strings with time zones is not emulated
to_timestamp(tss, 'yyyy-MM-dd HH:mm:ss')
unix_timestamp(tss, 'yyyy-MM-dd HH:mm:ss'), to_unix_timestamp(dts, 'yyyy-MM-dd')
unix_timestamp(ts), to_unix_timestamp(ts)
from_unixtime(l % 1000000000), from_unixtime(k * 86400, 'yyyy-MM-dd')
timestamp_seconds(k), timestamp_millis(l % 100000000), timestamp_micros(l % 100000000)
CAST(ts AS DATE), CAST(dt AS TIMESTAMP), CAST(ts AS STRING), CAST(dt AS STRING), CAST(ts AS BIGINT)
ts + INTERVAL 1 HOUR, ts - INTERVAL '1 02:03:04' DAY TO SECOND
dt + INTERVAL 2 DAYS
ts + k * INTERVAL '1' HOUR
from_utc_timestamp(ts, 'Asia/Tokyo'), to_utc_timestamp(ts, 'America/New_York'), from_utc_timestamp(ts, 'Europe/Paris')
date_diff(dt, dt), dt < DATE'2021-01-01', ts > TIMESTAMP'2020-06-01 00:00:00', dt BETWEEN DATE'2019-01-01' AND DATE'2020-12-31'
greatest(dt, DATE'2020-01-01'), least(ts, TIMESTAMP'2021-01-01 00:00:00')
window(ts, '1 day').start
INTERVAL '3 04:05:06' DAY TO SECOND * id / 7, INTERVAL '3 04:05:06' DAY TO SECOND * id / nullif(k, 0), INTERVAL '3 04:05:06' DAY TO SECOND * id * 1.5D

== conditions | off | SELECT id, {} FROM t
CASE WHEN k > 2 THEN 'big' WHEN k IS NULL THEN 'none' ELSE s END
CASE k WHEN 1 THEN i WHEN 2 THEN -i END
if(k > 2, i, l), if(b, 1, 0), if(b, a, array(1)), if(b, st, NULL)
coalesce(k, i, 0), coalesce(d, q), coalesce(a, array()), coalesce(dt, DATE'2000-01-01')
ifnull(k, -1), nvl(s, 'x'), nvl2(k, s, w), nullif(k, 1)
b AND k > 1, b OR k > 1, NOT b, k > 1 AND s IS NOT NULL
k = 1, k <> 1, k < 2, k <= 2, k > 2, k >= 2, k <=> NULL, k != i
k IN (1, 2, NULL), k NOT IN (1, 3), k BETWEEN 1 AND 3, k NOT BETWEEN 1 AND 3
k IS NULL, k IS NOT NULL, b IS TRUE, b IS NOT FALSE, b IS UNKNOWN
d = 0D, d > 1D, d <=> double('NaN'), f < 1, isnull(d), isnotnull(s)
m > 1, m = n, m BETWEEN 0 AND 100
CASE WHEN d > 0 THEN d WHEN d < 0 THEN -d ELSE 0 END
dt IN (DATE'2020-01-01')

== conversions | off | SELECT id, {} FROM t
CAST(i AS TINYINT), CAST(i AS SMALLINT), CAST(i AS BIGINT), CAST(i AS FLOAT), CAST(i AS DOUBLE), CAST(i AS STRING), CAST(i AS BOOLEAN)
CAST(x AS SMALLINT), CAST(l AS INT), CAST(l AS STRING), CAST(l AS DOUBLE), CAST(k AS TIMESTAMP)
CAST(d AS INT), CAST(d AS BIGINT), CAST(d AS FLOAT), CAST(d AS BOOLEAN), CAST(f AS INT)
CAST(d AS STRING), CAST(f AS STRING), CAST(q AS STRING)
CAST(q AS DECIMAL(10,2)), CAST(f AS DECIMAL(10,2)), CAST(q / 7 AS DECIMAL(10,3)), CAST(d / 3 AS DECIMAL(20,1))
CAST(concat(num, '.1234567890123456789') AS DOUBLE), CAST(concat(num, '1234567890123456789012') AS DOUBLE)
CAST(concat('INTERVAL \'', num, ' 10:20:30.123\' DAY TO SECOND') AS INTERVAL DAY TO SECOND)
timestamp_seconds(m), timestamp_seconds(CAST(m AS DECIMAL(30,2)))
trunc(DATE'2021-05-06', if(b, 'YEAR', 'MM')), date_trunc(if(b, 'HOUR', s), TIMESTAMP'2021-05-06 07:08:09')
CAST(m AS INT), CAST(m AS DOUBLE), CAST(m AS STRING), CAST(m AS DECIMAL(10,1)), CAST(m AS DECIMAL(20,5)), CAST(m AS BIGINT)
CAST(n AS DECIMAL(20,2)), CAST(n AS STRING), CAST(i AS DECIMAL(12,2)), CAST(l AS DECIMAL(20,0))
CAST(num AS INT), CAST(num AS BIGINT), CAST(num AS DOUBLE), CAST(num AS DECIMAL(10,2)), CAST(num AS BOOLEAN), CAST(num AS FLOAT), CAST(num AS TINYINT)
int(num), double(num), string(i), boolean(k), date(dts), bigint(d)
CAST(b AS STRING), CAST(b AS INT), CAST(b AS DOUBLE)
CAST(dt AS STRING), CAST(ts AS STRING), CAST(dts AS DATE)
CAST(a AS STRING), CAST(mp AS STRING), CAST(st AS STRING)
CAST(a AS ARRAY<BIGINT>), CAST(a AS ARRAY<STRING>), CAST(st AS STRUCT<x: BIGINT, y: STRING>)
CAST(s AS BINARY), CAST(bin AS STRING)
CAST(d AS TIMESTAMP)
CAST(ts AS DOUBLE), CAST(ts AS INT)

== arrays | off | SELECT id, {} FROM t
size(a), cardinality(sa), array_size(a)
a[0], a[k], element_at(a, 1), element_at(a, -1), try_element_at(a, 2)
get(a, 1), sa[1]
array(i, k, 3), array(s, w), array()
array_contains(a, 2), array_contains(sa, 'ab')
array_max(a), array_min(a), array_max(sa), array_min(array(d, q))
array_distinct(a), sort_array(array_union(a, array(1, 9))), sort_array(array_intersect(a, array(1, 2))), sort_array(array_except(a, array(1)))
array_remove(a, 2), array_repeat(k, 2), array_position(a, 2)
arrays_overlap(a, array(1, 5))
arrays_zip(a, sa)
array_join(sa, '-'), array_join(sa, '-', 'none')
sort_array(a), sort_array(a, false), sort_array(sa)
array_sort(a)
slice(a, 1, 2), slice(a, -2, 1)
concat(a, array(7)), flatten(array(a, a)), reverse(a)
sequence(1, 5), sequence(0, k), sequence(5, 1, -2)
array_max(array(d, q)), array_min(array(d, q)), array_max(array(d, double('NaN')))

== maps and structs | off | SELECT id, {} FROM t
mp['a'], mp['zz'], element_at(mp, 'b'), size(mp)
map_keys(mp), map_values(mp), map_entries(mp)
map_contains_key(mp, 'a')
map('k', i, 'z', k), map(s, 1)['Ab'], map_from_arrays(array('p', 'q'), array(k, i))
map_from_entries(array(struct('p' AS a, k AS b), struct('q' AS a, i AS b)))['p'], map_from_entries(arrays_zip(map_keys(mp), map_values(mp)))
map_filter(mp, (k, v) -> v > 1)
transform_keys(mp, (k, v) -> upper(k)), transform_values(mp, (k, v) -> v + 1)
map_zip_with(mp, mp, (k, v, w) -> v + w)
st.x, st.y, st
named_struct('p', i, 'q', s), struct(k, s), struct(st.x + 1)
str_to_map('a:1,b:2', ',', ':')['a']
named_struct('a', st, 'b', g) = named_struct('a', st, 'b', 1), named_struct('a', st, 'b', g) < named_struct('a', st, 'b', 2)

== higher-order functions | off | SELECT id, {} FROM t
transform(a, y -> y + 1), transform(a, (y, p) -> y + p), transform(sa, y -> upper(y))
filter(a, y -> y > 1), filter(a, y -> y IS NOT NULL), filter(sa, y -> y LIKE 'a%'), filter(a, (y, p) -> p > 0)
exists(a, y -> y > 2), exists(sa, y -> y = 'ab')
aggregate(a, 0, (p, y) -> p + y), aggregate(a, 0, (p, y) -> p + coalesce(y, 0))
reduce(a, 0, (p, y) -> p + y)
zip_with(a, a, (y, z) -> y + z) #CPU the plugin has no zip_with
transform(a, y -> y * k), transform(array(a, a), z -> size(z))

== JSON | off | SELECT id, {} FROM t
get_json_object(j, '$.a'), get_json_object(j, '$.b[0]'), get_json_object(j, '$.c.d'), get_json_object(j, '$.b[*]')
from_json(j, 'a INT, c STRUCT<d: STRING>') #CPU from_json is not emulated
to_json(st) #CPU the plugin's to_json is off by default

== aggregates by group | off | SELECT k, {} FROM t GROUP BY k
count(*), count(i), count(1), sum(i), sum(l % 1000), avg(i), min(i), max(i)
sum(m), avg(m), min(m), max(m), sum(n), avg(n)
sum(q), avg(q), min(q), max(q), min(d), max(d)
min(s), max(s), min(dt), max(dt), min(ts), max(ts), min(b), max(b)
first(g), last(g), first(g, true), any_value(g)
stddev(q), stddev_samp(q), stddev_pop(q), variance(q), var_samp(q), var_pop(q)
count(i) FILTER (WHERE i > 0), sum(i) FILTER (WHERE s IS NOT NULL)
count_if(i > 0), bool_and(b), bool_or(b), every(b), some(b)
sort_array(collect_list(i)), sort_array(collect_set(i))
max_by(s, id), min_by(s, id)
bit_and(i), bit_or(i), bit_xor(i)
percentile(i, 0.5D), median(i)
approx_percentile(i, 0.5D) #CPU t-digests are not emulated
approx_count_distinct(i) #CPU HyperLogLog++ is not emulated
skewness(q), kurtosis(q) #CPU the plugin has no skewness

== aggregates over everything | on | SELECT {} FROM t
count(*), count(i), sum(i), avg(i), min(i), max(i), sum(m), avg(m)
min(s), max(s), min(dt), max(ts), sum(q), avg(q), max(b)
stddev(q), size(collect_list(i)), sort_array(collect_set(k))
count_if(b), bool_or(b), max_by(s, id), min_by(s, id)
percentile(q, 0.5D)

== windows | off | SELECT id, {} FROM t WINDOW w AS (PARTITION BY k ORDER BY id), p AS (PARTITION BY k)
row_number() OVER w, rank() OVER (PARTITION BY k ORDER BY g), dense_rank() OVER (PARTITION BY k ORDER BY g)
percent_rank() OVER (PARTITION BY k ORDER BY g)
ntile(3) OVER w #CPU the plugin has no ntile
lag(i) OVER w, lead(i) OVER w, lag(s, 2) OVER w, lead(i, 1, -1) OVER w
sum(i) OVER w, avg(i) OVER w, min(i) OVER w, max(i) OVER w, count(*) OVER w, count(i) OVER w
sum(m) OVER w, max(m) OVER w, min(s) OVER p, max(s) OVER p, sum(q) OVER p, avg(m) OVER p
sum(i) OVER (PARTITION BY k ORDER BY id ROWS BETWEEN 2 PRECEDING AND 1 FOLLOWING)
avg(i) OVER (PARTITION BY k ORDER BY id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)
min(i) OVER (PARTITION BY k ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING), max(q) OVER (PARTITION BY k ORDER BY id ROWS BETWEEN 3 PRECEDING AND 3 FOLLOWING)
sum(i) OVER (PARTITION BY b ORDER BY l RANGE BETWEEN 300000000 PRECEDING AND 2 FOLLOWING)
count(*) OVER (PARTITION BY k ORDER BY g RANGE BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING)
first_value(i) OVER w, last_value(i) OVER w, nth_value(i, 2) OVER (PARTITION BY k ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
collect_list(i) OVER (PARTITION BY k ORDER BY id ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) #CPU the plugin's collect_list over windows is off by default
stddev(q) OVER p, count(q) OVER p
sum(i) OVER (), count(*) OVER (ORDER BY id), row_number() OVER (ORDER BY id DESC)
i - lag(i) OVER w, i / sum(i) OVER p, rank() OVER (ORDER BY g, k)
max(d) OVER w, max(d) OVER p, max(d) OVER (PARTITION BY k ORDER BY id ROWS BETWEEN 2 PRECEDING AND 1 FOLLOWING)

== filters and sorts | off
SELECT id, s FROM t WHERE k > 2
SELECT id, s FROM t WHERE s LIKE '%a%' AND i > 0 OR m IS NULL
SELECT id FROM t WHERE d > 0 AND NOT isnan(d)
SELECT id FROM t WHERE dt >= DATE'2020-01-01' AND dt < DATE'2021-01-01'
SELECT id FROM t WHERE array_contains(a, 1) OR mp['a'] = 1
SELECT id FROM t WHERE k IN (1, 2) AND s IN ('Ab', 'b', 'Ünï')
SELECT DISTINCT k, b FROM t
SELECT id, s FROM t ORDER BY s, id
SELECT id, d FROM t ORDER BY d DESC NULLS LAST, id
SELECT id, m FROM t ORDER BY m DESC, s NULLS FIRST, id LIMIT 7
SELECT id, k FROM t ORDER BY k, id LIMIT 8
SELECT id, st FROM t ORDER BY st.x, id
SELECT id, upper(s) AS z FROM t SORT BY id
SELECT id, k FROM t DISTRIBUTE BY k
SELECT id, k FROM t CLUSTER BY k
SELECT id FROM t ORDER BY dt, ts DESC, id LIMIT 10
SELECT id, dt FROM t ORDER BY b NULLS LAST, dt DESC NULLS FIRST, id
SELECT id, named_struct('a', st, 'b', g) AS z FROM t ORDER BY z DESC, id

== groups | off
SELECT k, b, count(*), sum(i) FROM t GROUP BY k, b
SELECT k, b, count(*), sum(i) FROM t GROUP BY ROLLUP (k, b)
SELECT k, b, count(*), sum(i), grouping_id() FROM t GROUP BY CUBE (k, b)
SELECT k, b, grouping(k), max(s) FROM t GROUP BY GROUPING SETS ((k), (b), ())
SELECT k, count(DISTINCT s) FROM t GROUP BY k
SELECT count(DISTINCT s), count(DISTINCT k), sum(i) FROM t
SELECT k, count(DISTINCT s), sum(DISTINCT g) FROM t GROUP BY k
SELECT k, sum(i) AS z FROM t GROUP BY k HAVING sum(i) > 0
SELECT upper(s) AS z, count(*) FROM t GROUP BY upper(s)
SELECT year(dt) AS y, month(dt) AS z, sum(m) FROM t GROUP BY year(dt), month(dt)
SELECT d, count(*) FROM t GROUP BY d
SELECT st, count(*) FROM t GROUP BY st
SELECT * FROM (SELECT k, b, i FROM t) PIVOT (sum(i) FOR b IN (true, false))
SELECT * FROM (SELECT k, g, i FROM t) PIVOT (sum(i) AS s, max(i) AS m FOR g IN (0, 1, 2))
SELECT id, z, v FROM (SELECT id, i, k FROM t) UNPIVOT (v FOR z IN (i, k))
SELECT max(z) FROM (SELECT k, sum(i) AS z FROM t GROUP BY k)
SELECT m, b, min(id) FROM t GROUP BY m, b
SELECT count(*) FROM t WHERE id < 0
SELECT window(ts, '365 days').start AS w, count(*) FROM t WHERE ts IS NOT NULL GROUP BY window(ts, '365 days')

== joins | off
SELECT t.id, r.name FROM t JOIN r ON t.k = r.k
SELECT t.id, r.name FROM t LEFT JOIN r ON t.k = r.k
SELECT t.id, r.name FROM t RIGHT JOIN r ON t.k = r.k
SELECT t.id, r.name FROM t FULL JOIN r ON t.k = r.k
SELECT t.id FROM t LEFT SEMI JOIN r ON t.k = r.k
SELECT t.id FROM t LEFT ANTI JOIN r ON t.k = r.k
SELECT t.id, r.name FROM t CROSS JOIN r
SELECT t.id, r.name FROM t JOIN r ON t.k = r.k AND t.i > r.v
SELECT t.id, r.name FROM t LEFT JOIN r ON t.k = r.k AND t.i > r.v
SELECT t.id, r.name FROM t JOIN r ON t.k < r.k
SELECT t.id, r.name FROM t LEFT JOIN r ON t.k > r.k AND r.v < 5
SELECT t.id, r.name FROM t JOIN r ON t.k <=> r.k
SELECT /*+ MERGE(r) */ t.id, r.name FROM t JOIN r ON t.k = r.k
SELECT /*+ MERGE(r) */ t.id, r.name FROM t FULL JOIN r ON t.k = r.k AND t.s > r.name
SELECT /*+ SHUFFLE_HASH(r) */ t.id, r.name FROM t LEFT JOIN r ON t.k = r.k
SELECT /*+ SHUFFLE_HASH(t) */ t.id, r.name FROM t RIGHT JOIN r ON t.k = r.k
SELECT /*+ BROADCAST(r) */ t.id, r.name FROM t JOIN r ON t.s = r.name
SELECT /*+ MERGE(r) */ t.id FROM t LEFT SEMI JOIN r ON t.k = r.k AND t.s = r.name
SELECT /*+ SHUFFLE_HASH(r) */ t.id FROM t LEFT ANTI JOIN r ON t.k = r.k
SELECT /*+ SHUFFLE_REPLICATE_NL(r) */ t.id, r.name FROM t JOIN r WHERE t.k <> r.k
SELECT t.id, r.name, z.id FROM t JOIN r ON t.k = r.k JOIN t z ON z.id = r.v
SELECT x.id, y.id FROM t x JOIN t y ON x.k = y.k AND x.g = y.g WHERE x.id < y.id
SELECT t.id, r.name FROM t JOIN r USING (k)
SELECT * FROM (SELECT k, s FROM t) NATURAL JOIN r
SELECT t.id, r.name FROM t JOIN r ON t.k = r.k AND upper(t.s) = upper(r.name)
SELECT t.id, r.name FROM t JOIN r ON t.d = r.d
SELECT t.id, z.e FROM t LATERAL VIEW explode(a) z AS e
SELECT t.id, z.e FROM t LATERAL VIEW OUTER explode(sa) z AS e
SELECT t.id, z.p, z.e FROM t LATERAL VIEW posexplode(a) z AS p, e
SELECT t.id, z.key, z.value FROM t LATERAL VIEW explode(mp) z AS key, value
SELECT id, stack(2, i, k) FROM t
SELECT t.id, z.* FROM t, LATERAL (SELECT r.name FROM r WHERE r.k = t.k) z
SELECT id, json_tuple(j, 'a', 'c') FROM t
SELECT id, explode(split(w, '-')) AS p FROM t
SELECT x.id, y.id AS j FROM t x JOIN t y ON named_struct('a', x.st, 'b', x.g) = named_struct('a', y.st, 'b', y.g)

== sets | off
SELECT k FROM t UNION SELECT k FROM r
SELECT k, s FROM t UNION ALL SELECT k, name FROM r
SELECT k FROM t INTERSECT SELECT k FROM r
SELECT k FROM t EXCEPT SELECT k FROM r
SELECT k FROM t INTERSECT ALL SELECT k FROM r
SELECT k FROM t EXCEPT ALL SELECT k FROM r
SELECT s FROM t UNION SELECT name FROM r ORDER BY s LIMIT 4
SELECT k, count(*) FROM (SELECT k FROM t UNION ALL SELECT k FROM r) GROUP BY k
SELECT i AS z FROM t UNION ALL SELECT l FROM t UNION ALL SELECT m FROM t
SELECT id FROM range(20) WHERE id % 3 = 0
SELECT a, b FROM VALUES (1, 'x'), (2, NULL) AS v(a, b) WHERE a > 0

== subqueries | off
SELECT id, i - (SELECT avg(i) FROM t) FROM t
SELECT id FROM t WHERE i > (SELECT avg(i) FROM t)
SELECT id FROM t WHERE k IN (SELECT k FROM r)
SELECT id FROM t WHERE k NOT IN (SELECT k FROM r WHERE k IS NOT NULL)
SELECT id FROM t WHERE k NOT IN (SELECT k FROM r)
SELECT id FROM t WHERE EXISTS (SELECT 1 FROM r WHERE r.k = t.k)
SELECT id FROM t WHERE NOT EXISTS (SELECT 1 FROM r WHERE r.k = t.k AND r.v > t.i)
SELECT id FROM t WHERE i = (SELECT max(z.i) FROM t z WHERE z.k = t.k)
SELECT id, (SELECT max(v) FROM r WHERE r.k = t.k) AS z FROM t
SELECT id, EXISTS (SELECT 1 FROM r WHERE r.k = t.k) AS z FROM t
SELECT id, k IN (SELECT k FROM r WHERE k IS NOT NULL) AS z FROM t
SELECT id FROM t WHERE (k, s) IN (SELECT k, name FROM r)
SELECT id FROM t WHERE k = 1 OR k IN (SELECT v FROM r)
WITH z AS (SELECT k, sum(i) AS n FROM t GROUP BY k) SELECT t.id, z.n FROM t JOIN z ON t.k = z.k
WITH z AS (SELECT k, avg(i) AS n FROM t GROUP BY k), y AS (SELECT max(n) AS n FROM z) SELECT z.k FROM z, y WHERE z.n = y.n
SELECT id, n FROM (SELECT id, k, row_number() OVER (PARTITION BY k ORDER BY id DESC) AS n FROM t) WHERE n <= 2
SELECT k, max(n) FROM (SELECT k, rank() OVER (PARTITION BY k ORDER BY i) AS n FROM t) GROUP BY k
SELECT id, n FROM (SELECT id, rank() OVER (PARTITION BY k ORDER BY g, id) AS n FROM t) WHERE n < 3

== queries with errors | on
SELECT k, sum(i), avg(m), max(s) FROM t GROUP BY k
SELECT t.id, t.i + r.v FROM t JOIN r ON t.k = r.k
SELECT t.id, t.i / r.v FROM t LEFT JOIN r ON t.k = r.k AND r.v <> 0
SELECT id, CAST(num AS INT) + i FROM t WHERE num IS NOT NULL ORDER BY id
SELECT k, sum(CAST(m AS DECIMAL(20,3))) FROM t GROUP BY ROLLUP (k)
SELECT id, sum(i) OVER (PARTITION BY k ORDER BY id) AS z FROM t ORDER BY z, id
SELECT id FROM t WHERE i % 2 = 0 UNION SELECT v FROM r
SELECT id, a[0] + element_at(a, 1) FROM t WHERE size(a) > 0
SELECT id, explode(transform(a, y -> y * 2)) AS z FROM t
SELECT date_add(dt, k), count(*), sum(i * k) FROM t GROUP BY date_add(dt, k)
