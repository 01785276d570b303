-- Normalized names and numbers, no customer's identity, and the card checked.
DROP TABLE IF EXISTS cleaned_orders;
CREATE TABLE cleaned_orders USING parquet AS
SELECT
  order_id,
  fiscal_year(ordered, 10) AS fiscal_year,
  text_normalize(customer) AS customer,
  mask_email(email) AS email,
  phone_e164(phone, '49') AS phone,
  mask_keep_last(card, 4) AS card,
  luhn_valid(card) AS card_valid,
  money_gross(net, CAST(0.19 AS DECIMAL(5, 4))) AS gross,
  url_query_map(query)['utm_source'] AS source
FROM staged_orders;
