-- Halves go away from zero, on both sides of it.
money_round(0.0050) => 0.01
money_round(-0.0050) => -0.01
money_round(0.0049) => 0.00
money_round(-0.0049) => 0.00
money_round(0.0051) => 0.01
money_round(2.3450) => 2.35
money_round(-2.3450) => -2.35
money_round(2.3449) => 2.34
money_round(-2.3449) => -2.34
-- An even last digit is not favoured.
money_round(0.0150) => 0.02
money_round(0.0250) => 0.03
money_round(0) => 0.00
money_round(1) => 1.00
money_round(12.34) => 12.34
money_round(0.0001) => 0.00
money_round(-0.0001) => 0.00
money_round(0.9950) => 1.00
money_round(-0.9950) => -1.00
-- The greatest amounts carry into a sixth digit, which the result has room for.
money_round(99999.9999) => 100000.00
money_round(-99999.9999) => -100000.00
money_round(99999.9949) => 99999.99
money_round(-99999.9949) => -99999.99
money_round(99999.9950) => 100000.00
money_round(CAST(NULL AS DECIMAL(9,4))) => NULL
money_round(NULL) => NULL
typeof(money_round(1.0)) => decimal(9,2)
-- A cast to four decimals would round once before.
money_round(0.00495) =>! DATATYPE_MISMATCH
money_round(2.344960) =>! cast it in the query: CAST(2.344960 AS DECIMAL(9,4))
money_round(2.34490000) => 2.34
money_round(123456.7) =>! DATATYPE_MISMATCH
money_round(2.345D) => 2.35
money_round(2.34496D) =>! DATATYPE_MISMATCH
money_round('2.345') => 2.35
money_round('2.34496') =>! DATATYPE_MISMATCH
money_round(DATE '2024-01-01') =>! DATATYPE_MISMATCH
money_round() =>! WRONG_NUM_ARGS
money_round(1.0, 2.0) =>! WRONG_NUM_ARGS
