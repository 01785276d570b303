-- Money: prices by fiscal year
-- Microsoft's fiscal year begins in July: the mean price, what 100 shares cost with a fee of
-- 0.25 %, and the change per business day.
WITH monthly AS (
  SELECT date, price, fiscal_year(date, 7) AS year,
         lead(date) OVER (ORDER BY date) AS next_date,
         lead(price) OVER (ORDER BY date) - price AS change
  FROM stocks
  WHERE symbol = 'MSFT'
)
SELECT year, count(*) AS months,
       money_round(CAST(avg(price) AS DECIMAL(9,4))) AS mean_price,
       money_gross(CAST(avg(price) * 100 AS DECIMAL(18,2)), CAST(0.0025 AS DECIMAL(5,4)))
         AS hundred_with_fee,
       sum(business_days(date, next_date)) AS business_days,
       round(sum(change) / sum(business_days(date, next_date)), 4) AS change_per_day
FROM monthly
GROUP BY year
ORDER BY year
LIMIT 12
