-- 2024-03-01 is a Friday.
add_business_days(DATE '2024-03-01', 0) => 2024-03-01
add_business_days(DATE '2024-03-01', 1) => 2024-03-04
add_business_days(DATE '2024-03-01', 5) => 2024-03-08
add_business_days(DATE '2024-03-01', 6) => 2024-03-11
add_business_days(DATE '2024-03-01', -1) => 2024-02-29
add_business_days(DATE '2024-03-01', -4) => 2024-02-26
add_business_days(DATE '2024-03-01', -5) => 2024-02-23
-- From each day of a week on.
add_business_days(DATE '2024-03-04', 4) => 2024-03-08
add_business_days(DATE '2024-03-05', 4) => 2024-03-11
add_business_days(DATE '2024-03-06', 4) => 2024-03-12
add_business_days(DATE '2024-03-07', 4) => 2024-03-13
add_business_days(DATE '2024-03-08', 4) => 2024-03-14
add_business_days(DATE '2024-03-04', -1) => 2024-03-01
-- A weekend becomes Monday first, in both directions.
add_business_days(DATE '2024-03-02', 0) => 2024-03-04
add_business_days(DATE '2024-03-03', 0) => 2024-03-04
add_business_days(DATE '2024-03-02', 1) => 2024-03-05
add_business_days(DATE '2024-03-03', 1) => 2024-03-05
add_business_days(DATE '2024-03-02', -1) => 2024-03-01
add_business_days(DATE '2024-03-03', -1) => 2024-03-01
add_business_days(DATE '2024-03-03', 5) => 2024-03-11
-- Before the epoch, which is a Thursday, and long ago.
add_business_days(DATE '1970-01-01', -1) => 1969-12-31
add_business_days(DATE '1970-01-01', -4) => 1969-12-26
add_business_days(DATE '1969-12-27', 0) => 1969-12-29
add_business_days(DATE '1582-10-15', 1) => 1582-10-18
add_business_days(DATE '0001-01-01', 5) => 0001-01-08
add_business_days(DATE '9999-12-31', 1) => +10000-01-03
add_business_days(DATE '2024-03-01', 260000) => 3020-10-06
-- Out of the range of dates, and its ends.
add_business_days(DATE '2024-03-01', 2147483647) => NULL
add_business_days(DATE '2024-03-01', -2147483648) => NULL
add_business_days(date_from_unix_date(2147483647), 1) => NULL
add_business_days(date_from_unix_date(2147483647), 0) = date_from_unix_date(2147483647) => true
add_business_days(date_from_unix_date(0), 1533900000) = date_from_unix_date(2147460000) => true
add_business_days(NULL, 1) => NULL
add_business_days(DATE '2024-03-01', NULL) => NULL
add_business_days(NULL, NULL) => NULL
typeof(add_business_days(DATE '2024-03-01', 1)) => date
add_business_days(DATE '2024-03-01', 1S) => 2024-03-04
add_business_days(DATE '2024-03-01') =>! WRONG_NUM_ARGS
add_business_days(1, 1) =>! DATATYPE_MISMATCH
