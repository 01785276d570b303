-- The sales of every source in every fiscal year, with cards that can be charged.
DROP TABLE IF EXISTS sales;
CREATE TABLE sales USING parquet AS
SELECT
  fiscal_year,
  coalesce(source, 'none') AS source,
  count(*) AS orders,
  money_round(CAST(avg(gross) AS DECIMAL(9, 4))) AS average,
  sum(gross) AS gross
FROM cleaned_orders
WHERE card_valid
GROUP BY fiscal_year, source;
