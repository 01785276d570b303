-- Queries for test_operators.py: a name, the functions called, the operators that must run them.
-- The first field, id, is unique.

-- sum and group by a function
-- calls: ascii_lower, word_count
-- runs: GpuHashAggregate, GpuColumnarExchange
SELECT min(id) AS id, ascii_lower(s) AS k, count(*), count(word_count(s)), sum(word_count(s)),
avg(word_count(s)), min(word_count(s)), max(word_count(s)) FROM words GROUP BY ascii_lower(s);

-- no keys
-- calls: ascii_lower, word_count
-- runs: GpuHashAggregate, GpuColumnarExchange
SELECT count(word_count(s)) AS id, sum(word_count(s)), avg(word_count(s)), min(ascii_lower(s)),
max(ascii_lower(s)), count(*) FROM words;

-- no rows and no keys
-- runs: GpuHashAggregate
SELECT count(word_count(s)) AS id, sum(word_count(s)), avg(word_count(s)), min(ascii_lower(s)),
sum(money_gross(m, r)), avg(money_gross(m, r)) FROM words WHERE id < 0 OR ascii_lower(s) = '?';

-- no rows
SELECT min(id) AS id, sum(word_count(s)) FROM words WHERE word_count(s) > 99 GROUP BY
ascii_lower(s);

-- decimals
-- calls: money_gross, word_count
-- runs: GpuHashAggregate, GpuColumnarExchange
SELECT min(id) AS id, sum(money_gross(m, r)), avg(money_gross(m, r)), min(money_gross(m, r)),
max(money_gross(m, r)), sum(m), avg(m), sum(r), count(money_gross(m, r)) FROM words GROUP BY
word_count(s), k;

-- doubles, and keys that are not numbers
-- calls: identity
-- runs: GpuHashAggregate, GpuColumnarExchange
SELECT min(id) AS id, identity(d) AS k, sum(identity(q)), avg(identity(q)), min(identity(d)),
max(identity(d)), count(d) FROM words GROUP BY identity(d);

-- nulls and NaN among extremes
-- calls: identity
-- runs: GpuHashAggregate, GpuColumnarExchange
SELECT min(id) AS id, min(identity(d)), max(identity(d)) FROM words GROUP BY k;

-- distinct values
-- calls: ascii_lower, word_count
-- runs: GpuHashAggregate
SELECT count(DISTINCT ascii_lower(s)) AS id, count(DISTINCT word_count(s)) FROM words;

-- distinct rows
-- calls: word_count
-- runs: GpuHashAggregate
SELECT row.id, row.k FROM (SELECT DISTINCT named_struct('id', CAST(word_count(s) AS BIGINT) * 10 +
k, 'k', ascii_lower('A')) AS row FROM words WHERE word_count(s) IS NOT NULL AND k IS NOT NULL);

-- first and last
-- calls: ascii_lower
-- runs: GpuHashAggregate
SELECT min(id) AS id, first(ascii_lower(u)), last(ascii_lower(u)), first(ascii_lower(u), true)
FROM (SELECT id, k, min(s) OVER (PARTITION BY k) AS u FROM words) GROUP BY k;

-- having
-- calls: word_count
-- runs: GpuHashAggregate, GpuColumnarExchange
SELECT k AS id, sum(word_count(s)) AS n FROM words WHERE k IS NOT NULL GROUP BY k HAVING
word_count(max(s)) > 0;

-- hash partitions
-- calls: ascii_lower
-- runs: GpuColumnarExchange
SELECT id, ascii_lower(s) AS k FROM (SELECT /*+ REPARTITION(3, k, s) */ * FROM words);

-- partitions by a function
-- calls: word_count
-- runs: GpuColumnarExchange
SELECT /*+ REPARTITION(3, w) */ id, w, a FROM (SELECT id, a, word_count(s) AS w FROM words);

-- round robin
-- calls: ascii_lower
-- runs: GpuColumnarExchange
SELECT id, ascii_lower(s), m, a, d FROM (SELECT /*+ REPARTITION(4) */ * FROM words);

-- one partition
-- calls: ascii_lower
-- runs: GpuColumnarExchange
SELECT id, ascii_lower(s), m, a FROM (SELECT /*+ REPARTITION(1) */ * FROM words);

-- sort of all rows
-- calls: ascii_lower, word_count
-- runs: GpuSort, GpuColumnarExchange
SELECT id, ascii_lower(s) AS l, word_count(s) AS w FROM words ORDER BY word_count(s) DESC, l NULLS
LAST, id;

-- the first rows of a sort
-- calls: ascii_lower, word_count
-- runs: GpuTopN
SELECT id, ascii_lower(s) AS l FROM words ORDER BY word_count(s) DESC, id LIMIT 17;

-- broadcast join by a function
-- calls: ascii_lower
-- runs: GpuBroadcastHashJoin, GpuBroadcastExchange
SELECT /*+ BROADCAST(b) */ w.id, b.name, ascii_lower(w.s) FROM words w JOIN names b ON
ascii_lower(w.s) = ascii_lower(b.name);

-- broadcast outer join
-- calls: ascii_lower, word_count
-- runs: GpuBroadcastHashJoin
SELECT /*+ BROADCAST(b) */ w.id, b.name, word_count(b.name) FROM words w LEFT JOIN names b ON
ascii_lower(w.s) = b.name;

-- shuffled join
-- calls: ascii_lower
-- runs: GpuColumnarExchange
SELECT /*+ MERGE(b) */ w.id, b.name FROM words w JOIN names b ON ascii_lower(w.s) =
ascii_lower(b.name);

-- shuffled outer join
-- calls: ascii_lower
-- runs: GpuColumnarExchange
SELECT /*+ SHUFFLE_HASH(b) */ coalesce(w.id, -b.n) AS id, b.name, w.m FROM words w FULL JOIN names
b ON ascii_lower(w.s) = ascii_lower(b.name);

-- semi join
-- calls: ascii_lower
SELECT id, s FROM words WHERE ascii_lower(s) IN (SELECT ascii_lower(name) FROM names);

-- anti join
-- calls: ascii_lower
SELECT id, s FROM words w WHERE NOT EXISTS (SELECT 1 FROM names b WHERE ascii_lower(b.name) =
ascii_lower(w.s));

-- equal keys and a condition
-- calls: ascii_lower, word_count
-- runs: GpuBroadcastHashJoin
SELECT /*+ BROADCAST(b) */ w.id, b.name, b.n FROM words w JOIN names b ON ascii_lower(w.s) =
ascii_lower(b.name) AND word_count(w.s) + word_count(b.name) > 2 AND w.k < b.n;

-- a condition alone
-- calls: word_count
-- runs: GpuBroadcastNestedLoopJoin
SELECT /*+ BROADCAST(b) */ w.id * 10 + b.n AS id, b.name FROM words w JOIN names b ON
word_count(w.s) < b.n AND w.id < 40;

-- exploded
-- calls: ascii_lower, word_count
-- runs: GpuGenerate
SELECT id * 10 + p AS id, word_count(e), ascii_lower(e) FROM words LATERAL VIEW posexplode(a) AS
p, e;

-- exploded, with the rows of empty arrays
-- calls: ascii_lower
-- runs: GpuGenerate
SELECT id * 10 + coalesce(p, 9) AS id, ascii_lower(e) FROM words LATERAL VIEW OUTER posexplode(a)
AS p, e;

-- aggregate of a join of what was exploded
-- calls: ascii_lower, word_count
-- runs: GpuGenerate, GpuBroadcastHashJoin, GpuHashAggregate, GpuColumnarExchange
SELECT /*+ BROADCAST(b) */ min(id) * 10 + min(n) AS id, ascii_lower(e) AS l, sum(word_count(e)),
sum(n) FROM (SELECT id, explode(a) AS e FROM words) JOIN names b ON ascii_lower(e) =
ascii_lower(b.name) GROUP BY ascii_lower(e);

-- several aggregates
-- calls: ascii_lower, money_gross, word_count
-- runs: GpuHashAggregate, GpuColumnarExchange
SELECT sum(n) AS id, max(l), sum(total) FROM (SELECT ascii_lower(s) AS l, count(*) AS n,
sum(money_gross(m, r)) AS total FROM words GROUP BY ascii_lower(s)) WHERE word_count(l) > 0;

-- matches or not
-- calls: ascii_lower
-- runs: GpuBroadcastHashJoin
SELECT id, s FROM words WHERE ascii_lower(s) IN (SELECT ascii_lower(name) FROM names) OR k = 3;

-- every pair
-- calls: ascii_lower
-- runs: GpuCartesianProduct
SELECT /*+ SHUFFLE_REPLICATE_NL(b) */ w.id * 10 + b.n AS id, ascii_lower(w.s) FROM words w
CROSS JOIN names b WHERE w.id < 50;

-- no rows to join
-- calls: word_count
SELECT /*+ BROADCAST(b) */ w.id, word_count(w.s), b.name FROM words w LEFT JOIN
(SELECT name, n FROM names WHERE word_count(name) > 99) b ON w.k = b.n;

-- decimals rounded and times as text around a function
-- calls: epoch_ms_to_ts, money_gross, word_count
-- runs: GpuProject
SELECT id, CAST(m AS DECIMAL(18,1)) AS a, money_gross(CAST(m * 1.055BD AS DECIMAL(18,2)), r) AS b,
CAST(date_add(DATE'2020-02-28', word_count(s)) AS STRING) AS c,
CAST(epoch_ms_to_ts(id * 86412345) AS STRING) AS d FROM words;

-- casts of strings to decimals, and between dates and times
-- calls: epoch_ms_to_ts, identity
-- runs: GpuProject
SELECT id, CAST(identity(CAST(m AS STRING)) AS DECIMAL(15,1)) AS b,
CAST(epoch_ms_to_ts(id * 86412345) AS DATE) AS c,
CAST(CAST(epoch_ms_to_ts(id * 86412345) AS DATE) AS TIMESTAMP) AS d FROM words;

-- several texts sought in one
-- calls: ascii_lower
-- runs: GpuFilter
SELECT id, contains(ascii_lower(s), 'two') AS a, contains(ascii_lower(s), 'b') AS b,
ascii_lower(s) LIKE '%x%' AS c FROM words WHERE ascii_lower(s) LIKE '%a%' OR ascii_lower(s) LIKE '%o%';

-- the greatest of structs and arrays
-- calls: ascii_lower
-- runs: GpuHashAggregate, GpuColumnarExchange
SELECT min(id) AS id, max(named_struct('l', ascii_lower(s), 'q', q)),
min(named_struct('q', q, 'l', ascii_lower(s))), max(array(ascii_lower(s), 'b')), min(a) FROM words GROUP BY k;

-- except all
-- calls: ascii_lower
-- runs: GpuGenerate
SELECT id, ascii_lower(s) AS l FROM words EXCEPT ALL SELECT id, ascii_lower(s) FROM words WHERE k = 1;
