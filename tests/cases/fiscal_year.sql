-- A fiscal year is called after the calendar year it ends in.
fiscal_year(DATE '2024-10-01', 10) => 2025
fiscal_year(DATE '2024-09-30', 10) => 2024
fiscal_year(DATE '2024-12-31', 10) => 2025
fiscal_year(DATE '2025-01-01', 10) => 2025
-- One that starts in January is the calendar year.
fiscal_year(DATE '2024-01-01', 1) => 2024
fiscal_year(DATE '2024-12-31', 1) => 2024
fiscal_year(DATE '2024-01-31', 2) => 2024
fiscal_year(DATE '2024-02-01', 2) => 2025
fiscal_year(DATE '2024-11-30', 12) => 2024
fiscal_year(DATE '2024-12-01', 12) => 2025
fiscal_year(DATE '2024-02-29', 3) => 2024
fiscal_year(DATE '2024-03-01', 3) => 2025
fiscal_year(make_date(2024, {2..12}, 1), {2..12}) => 2025
fiscal_year(date_sub(make_date(2024, {2..12}, 1), 1), {2..12}) => 2024
-- Months that there are not.
fiscal_year(DATE '2024-03-01', 0) => NULL
fiscal_year(DATE '2024-03-01', 13) => NULL
fiscal_year(DATE '2024-03-01', -1) => NULL
fiscal_year(DATE '2024-03-01', 2147483647) => NULL
fiscal_year(DATE '2024-03-01', -2147483648) => NULL
fiscal_year(DATE '2024-03-01', 65537) => NULL
fiscal_year(NULL, 1) => NULL
fiscal_year(DATE '2024-03-01', NULL) => NULL
fiscal_year(NULL, NULL) => NULL
-- Before the epoch, in the days that 1582 skipped, and around year 0.
fiscal_year(DATE '1969-12-31', 12) => 1970
fiscal_year(DATE '1582-10-04', 10) => 1583
fiscal_year(DATE '1582-10-10', 10) => 1583
fiscal_year(DATE '1582-10-10', 11) => 1582
fiscal_year(DATE '1582-10-15', 10) => 1583
fiscal_year(DATE '0001-01-01', 1) => 1
fiscal_year(DATE '0001-01-01', 2) => 1
fiscal_year(DATE '0000-12-31', 12) => 1
fiscal_year(DATE '0000-12-31', 1) => 0
fiscal_year(DATE '-0001-06-01', 6) => 0
fiscal_year(DATE '-0001-06-01', 7) => -1
fiscal_year(DATE '9999-12-31', 1) => 9999
fiscal_year(DATE '9999-12-31', 2) => 10000
-- The ends of smallint.
fiscal_year(make_date(32767, 1, 1), 1) => 32767
fiscal_year(make_date(32767, 12, 31), 1) => 32767
fiscal_year(make_date(32767, 9, 30), 10) => 32767
fiscal_year(make_date(32767, 10, 1), 10) => NULL
fiscal_year(make_date(32766, 12, 31), 12) => 32767
fiscal_year(make_date(32768, 1, 1), 1) => NULL
fiscal_year(make_date(-32768, 1, 1), 1) => -32768
fiscal_year(make_date(-32768, 1, 1), 2) => -32768
fiscal_year(make_date(-32768, 12, 1), 12) => -32767
-- Year -32769 is no smallint, though the fiscal year that it begins would be one.
fiscal_year(make_date(-32769, 12, 31), 12) => NULL
fiscal_year(make_date(65536 + 2024, 3, 1), 1) => NULL
fiscal_year(date_from_unix_date(2147483647), 1) => NULL
typeof(fiscal_year(DATE '2024-03-01', 1)) => smallint
fiscal_year(DATE '2024-03-01', 4Y) => 2024
fiscal_year(DATE '2024-03-01', date'2024-01-01') =>! DATATYPE_MISMATCH
