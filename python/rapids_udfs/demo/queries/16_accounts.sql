-- Accounts in cents
-- For each stock the sum of its monthly prices, the least, middle and greatest one in cents, the
-- next month's date and the third business day after the last.
WITH cents AS (
  SELECT symbol, date, price, money_to_cents(CAST(price AS DECIMAL(38,4))) AS cents FROM stocks
),
accounts AS (
  SELECT symbol, dec_sum(collect_list(CAST(price AS DECIMAL(18,2)))) AS total,
         array_stats(collect_list(CAST(cents AS BIGINT))) AS stats, max(date) AS last
  FROM cents
  GROUP BY symbol
)
SELECT symbol, total, stats.n, stats.min AS least, get(stats.sorted, stats.n DIV 2) AS middle,
       stats.max AS greatest, add_months_safe(last, 1) AS next_month,
       add_business_days(last, 3) AS settled
FROM accounts
ORDER BY symbol
