-- Stocks that move alike
-- The cosine of the angle between two stocks' monthly returns since Google's first price.
WITH returns AS (
  SELECT symbol, date,
         CAST(price / lag(price) OVER (PARTITION BY symbol ORDER BY date) - 1 AS DOUBLE) AS change
  FROM stocks
),
vectors AS (
  SELECT symbol, transform(array_sort(collect_list(struct(date, change))), x -> x.change) AS v
  FROM returns
  WHERE date > DATE'2004-08-01'
  GROUP BY symbol
)
SELECT a.symbol AS one, b.symbol AS other, size(a.v) AS months,
       round(array_cosine(a.v, b.v), 3) AS cosine
FROM vectors a JOIN vectors b ON a.symbol < b.symbol
ORDER BY cosine DESC, one, other
LIMIT 10
