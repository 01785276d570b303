dec_sum(array(1.50BD, 2.25BD)) => 3.75
dec_sum(array(1.50BD, -1.50BD)) => 0.00
dec_sum(array(-0.01BD)) => -0.01
dec_sum(array(7)) => 7.00
-- Nothing to add.
dec_sum(array()) => 0.00
dec_sum(array(CAST(NULL AS DECIMAL(18,2)))) => 0.00
dec_sum(array(1.50BD, NULL, 2.25BD)) => 3.75
dec_sum(NULL) => NULL
dec_sum(CAST(NULL AS ARRAY<DECIMAL(18,2)>)) => NULL
-- Sums that 64 bits do not hold.
dec_sum(array(9999999999999999.99BD)) => 9999999999999999.99
dec_sum(array(9999999999999999.99BD, 0.01BD)) => 10000000000000000.00
dec_sum(array_repeat(9999999999999999.99BD, 1000)) => 9999999999999999990.00
dec_sum(array_repeat(-9999999999999999.99BD, 1000)) => -9999999999999999990.00
dec_sum(array_repeat(0.01BD, 3000)) => 30.00
typeof(dec_sum(array(1.50BD))) => decimal(38,2)
-- A cast to two decimals would round each amount.
dec_sum(array(0.005BD, 0.005BD)) =>! CAST(array(0.005, 0.005) AS ARRAY<DECIMAL(18,2)>)
dec_sum(array(1.5D)) =>! DATATYPE_MISMATCH
dec_sum(1.50BD) =>! DATATYPE_MISMATCH
dec_sum() =>! WRONG_NUM_ARGS
