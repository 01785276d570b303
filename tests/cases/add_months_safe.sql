add_months_safe(DATE '2024-01-15', 1) => 2024-02-15
add_months_safe(DATE '2024-01-15', 0) => 2024-01-15
add_months_safe(DATE '2024-01-15', -1) => 2023-12-15
add_months_safe(DATE '2024-11-15', 2) => 2025-01-15
add_months_safe(DATE '2024-03-15', 25) => 2026-04-15
-- Cut to the month's end, but not moved to it.
add_months_safe(DATE '2024-01-31', 1) => 2024-02-29
add_months_safe(DATE '2023-01-31', 1) => 2023-02-28
add_months_safe(DATE '2024-03-31', -1) => 2024-02-29
add_months_safe(DATE '2024-05-31', 1) => 2024-06-30
add_months_safe(DATE '2024-02-29', 1) => 2024-03-29
add_months_safe(DATE '2024-02-29', 12) => 2025-02-28
add_months_safe(DATE '2024-02-29', 48) => 2028-02-29
add_months_safe(DATE '2096-02-29', 48) => 2100-02-28
add_months_safe(DATE '2024-02-29', -1200) => 1924-02-29
-- Before the epoch, and over the change of calendars.
add_months_safe(DATE '1970-01-31', -2) => 1969-11-30
add_months_safe(DATE '1582-09-30', 1) => 1582-10-30
add_months_safe(DATE '1582-10-15', -1) => 1582-09-15
add_months_safe(DATE '0001-01-31', 1) => 0001-02-28
add_months_safe(DATE '0001-01-01', -1) => 0000-12-01
add_months_safe(DATE '0000-01-31', 1) => 0000-02-29
add_months_safe(DATE '9999-12-31', 2) => +10000-02-29
-- Years that there are not: those of the date, then those of the result.
add_months_safe(make_date(32767, 12, 31), 0) = make_date(32767, 12, 31) => true
add_months_safe(make_date(32767, 12, 31), 1) => NULL
add_months_safe(make_date(32767, 11, 30), 1) = make_date(32767, 12, 30) => true
add_months_safe(make_date(32768, 1, 1), -1) => NULL
add_months_safe(make_date(-32767, 1, 1), 0) = make_date(-32767, 1, 1) => true
add_months_safe(make_date(-32767, 1, 31), 1) = make_date(-32767, 2, 28) => true
add_months_safe(make_date(-32767, 1, 31), -1) => NULL
add_months_safe(make_date(-32768, 12, 31), 1) => NULL
add_months_safe(make_date(-32767, 1, 31), 786419) = make_date(32767, 12, 31) => true
add_months_safe(DATE '2024-01-31', 2147483647) => NULL
add_months_safe(DATE '2024-01-31', -2147483648) => NULL
add_months_safe(date_from_unix_date(2147483647), 0) => NULL
add_months_safe(date_from_unix_date(2147483647), -65536 * 12) => NULL
-- A year of 16 bits would be 2024 again.
add_months_safe(DATE '2024-01-31', 65536 * 12) => NULL
add_months_safe(NULL, 1) => NULL
add_months_safe(DATE '2024-01-31', NULL) => NULL
add_months_safe(NULL, NULL) => NULL
typeof(add_months_safe(DATE '2024-01-31', 1)) => date
add_months_safe(DATE '2024-01-31', 1Y) => 2024-02-29
add_months_safe(DATE '2024-01-31') =>! WRONG_NUM_ARGS
add_months_safe(DATE '2024-01-31', DATE '2024-01-31') =>! DATATYPE_MISMATCH
