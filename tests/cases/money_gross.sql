money_gross(100.00, 0.1900) => 119.00
money_gross(0.00, 0.1900) => 0.00
money_gross(100.00, 0) => 100.00
money_gross(100.00, -1) => 0.00
-- The product is rounded once, halves away from zero.
money_gross(0.01, 0.5000) => 0.02
money_gross(-0.01, 0.5000) => -0.02
money_gross(0.01, 0.4999) => 0.01
money_gross(-0.01, 0.4999) => -0.01
money_gross(0.01, -0.5000) => 0.01
money_gross(-0.01, -0.5000) => -0.01
money_gross(0.01, -0.5001) => 0.00
money_gross(-0.01, -0.5001) => 0.00
-- amount + rounded tax would give 0.99: 1.00 × 0.9950 is a half.
money_gross(1.00, -0.0050) => 1.00
money_gross(-1.00, -0.0050) => -1.00
money_gross(33.33, 0.0725) => 35.75
-- A rate below -1 turns the sign.
money_gross(10.00, -2.5000) => -15.00
money_gross(-10.00, -2.5000) => 15.00
-- The greatest amounts and rates.
money_gross(9999999999999999.99, 9.9999) => 109998999999999999.89
money_gross(-9999999999999999.99, 9.9999) => -109998999999999999.89
money_gross(9999999999999999.99, -9.9999) => -89998999999999999.91
money_gross(-9999999999999999.99, -9.9999) => 89998999999999999.91
money_gross(9999999999999999.99, 0.0000) => 9999999999999999.99
money_gross(9999999999999999.99, 0.0001) => 10000999999999999.99
money_gross(NULL, 0.19) => NULL
money_gross(1.00, NULL) => NULL
money_gross(CAST(NULL AS DECIMAL(18,2)), CAST(NULL AS DECIMAL(5,4))) => NULL
typeof(money_gross(1, 1)) => decimal(24,2)
-- A cast to the declared type would round once before.
money_gross(1000000, 0.195550) =>! argument 2 (rate) of
money_gross(0.005, 0.19) =>! argument 1 (amount) of
money_gross(1000000L, 0.19D) => 1190000.00
money_gross(1.00) =>! WRONG_NUM_ARGS
money_gross(array(1.00), 0.19) =>! DATATYPE_MISMATCH
