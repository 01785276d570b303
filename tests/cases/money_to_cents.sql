money_to_cents(12.3450) => 1235
money_to_cents(-12.3450) => -1235
money_to_cents(12.3449) => 1234
money_to_cents(-12.3449) => -1234
money_to_cents(0) => 0
money_to_cents(1) => 100
money_to_cents(0.01) => 1
-- Halves go away from zero, and an even last digit is not favoured.
money_to_cents(0.0050) => 1
money_to_cents(-0.0050) => -1
money_to_cents(0.0049) => 0
money_to_cents(-0.0049) => 0
money_to_cents(0.0150) => 2
money_to_cents(0.0250) => 3
money_to_cents(0.0001) => 0
money_to_cents(-0.0001) => 0
-- 18 digits of cents, and 19.
money_to_cents(9999999999999999.9900) => 999999999999999999
money_to_cents(-9999999999999999.9900) => -999999999999999999
money_to_cents(9999999999999999.9949) => 999999999999999999
money_to_cents(9999999999999999.9950) => NULL
money_to_cents(-9999999999999999.9949) => -999999999999999999
money_to_cents(-9999999999999999.9950) => NULL
money_to_cents(10000000000000000) => NULL
-- 64 bits would wrap around.
money_to_cents(184467440737095516.1700) => NULL
money_to_cents(92233720368547758.0700) => NULL
money_to_cents(92233720368547758.0800) => NULL
money_to_cents(9999999999999999999999999999999999.9999) => NULL
money_to_cents(-9999999999999999999999999999999999.9999) => NULL
money_to_cents(NULL) => NULL
money_to_cents(CAST(NULL AS DECIMAL(38,4))) => NULL
typeof(money_to_cents(1.0)) => decimal(18,0)
-- A cast to four decimals would round once before.
money_to_cents(0.00499996) =>! DATATYPE_MISMATCH
money_to_cents(0.00500000) => 1
money_to_cents(DATE '2024-01-01') =>! DATATYPE_MISMATCH
money_to_cents() =>! WRONG_NUM_ARGS
