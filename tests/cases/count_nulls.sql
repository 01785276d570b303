count_nulls() => 0
count_nulls(NULL) => 1
count_nulls(NULL, NULL, NULL) => 3
count_nulls(1, NULL, 'a', array(NULL)) => 1
-- Empty, zero and NaN are values.
count_nulls('', 0, false, double('NaN'), X'', array(), map()) => 0
-- A null inside a value does not make the value null.
count_nulls(array(NULL), map('a', NULL), named_struct('a', NULL)) => 0
count_nulls(CAST(NULL AS DECIMAL(38,10)), CAST(NULL AS BINARY), CAST(NULL AS MAP<STRING, INT>)) => 3
count_nulls(CAST(NULL AS STRUCT<a: INT>), CAST(NULL AS ARRAY<STRING>), CAST(NULL AS DATE), CAST(NULL AS TIMESTAMP)) => 4
count_nulls(DATE '0001-01-01', TIMESTAMP '9999-12-31 23:59:59.999999', 1.5BD, 2Y, 3S, 4L, 5F) => 0
count_nulls(1, interval 1 day) =>! INTERVAL DAY
