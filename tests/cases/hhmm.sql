hhmm(0S) => 00:00
hhmm(1S) => 00:01
hhmm(59S) => 00:59
hhmm(60S) => 01:00
hhmm(545S) => 09:05
hhmm(599S) => 09:59
hhmm(600S) => 10:00
hhmm(720S) => 12:00
hhmm(1199S) => 19:59
hhmm(1200S) => 20:00
hhmm(1439S) => 23:59
hhmm(CAST({0..59} AS SMALLINT)) = concat('00:', lpad(string({0..59}), 2, '0')) => true
hhmm(CAST(60 * {0..23} + 59 AS SMALLINT)) = concat(lpad(string({0..23}), 2, '0'), ':59') => true
-- No minute of a day.
hhmm(1440S) => NULL
hhmm(-1S) => NULL
hhmm(-60S) => NULL
hhmm(32767S) => NULL
hhmm(-32768S) => NULL
hhmm(NULL) => NULL
hhmm(CAST(NULL AS SMALLINT)) => NULL
typeof(hhmm(1S)) => string
hhmm(5Y) => 00:05
-- Whole numbers, whatever their type.
hhmm(5) => 00:05
hhmm(5.0) => 00:05
hhmm(5.7D) =>! cast it in the query: CAST(5.7 AS SMALLINT)
hhmm(70000) =>! DATATYPE_MISMATCH
hhmm(DATE '2024-01-01') =>! DATATYPE_MISMATCH
hhmm() =>! WRONG_NUM_ARGS
