-- The unchanged file, and the same with types. Permanent views may call only Spark's own functions.
DROP TABLE IF EXISTS raw_orders;
CREATE TABLE raw_orders USING csv OPTIONS (path '${orders}', header 'true');

CREATE OR REPLACE VIEW staged_orders AS
SELECT
  CAST(order_id AS BIGINT) AS order_id,
  CAST(ordered AS DATE) AS ordered,
  customer,
  email,
  phone,
  card,
  CAST(net AS DECIMAL(18, 2)) AS net,
  query
FROM raw_orders
WHERE order_id IS NOT NULL;
