-- 2024-03-01 is a Friday.
business_days(DATE '2024-03-01', DATE '2024-03-08') => 5
business_days(DATE '2024-03-01', DATE '2024-03-02') => 1
business_days(DATE '2024-03-01', DATE '2024-03-01') => 0
-- The end does not count, the start does.
business_days(DATE '2024-03-04', DATE '2024-03-08') => 4
business_days(DATE '2024-03-04', DATE '2024-03-09') => 5
-- Weekends: within one, up to one, and from one on.
business_days(DATE '2024-03-02', DATE '2024-03-03') => 0
business_days(DATE '2024-03-02', DATE '2024-03-04') => 0
business_days(DATE '2024-03-03', DATE '2024-03-05') => 1
business_days(DATE '2024-03-01', DATE '2024-03-04') => 1
business_days(DATE '2024-03-02', DATE '2024-03-09') => 5
business_days(DATE '2024-03-03', DATE '2024-03-10') => 5
-- Every seven days hold five, wherever they start.
business_days(DATE '2024-03-05', DATE '2024-03-12') => 5
business_days(DATE '2024-03-06', DATE '2024-03-13') => 5
business_days(DATE '2024-03-07', DATE '2024-03-14') => 5
-- Backwards it is the same days with a minus sign.
business_days(DATE '2024-03-08', DATE '2024-03-01') => -5
business_days(DATE '2024-03-02', DATE '2024-03-01') => -1
business_days(DATE '2024-03-04', DATE '2024-03-02') => 0
business_days(DATE '2024-03-10', DATE '2024-03-03') => -5
-- Around the epoch, a Thursday, and a leap day.
business_days(DATE '1969-12-29', DATE '1970-01-05') => 5
business_days(DATE '1969-12-31', DATE '1970-01-01') => 1
business_days(DATE '1969-12-27', DATE '1969-12-29') => 0
business_days(DATE '2024-02-26', DATE '2024-03-01') => 4
business_days(DATE '2023-02-26', DATE '2023-03-01') => 2
-- Across the days that 1582 skipped, and the proleptic Gregorian calendar has: 1582-10-04 is a Monday.
business_days(DATE '1582-10-04', DATE '1582-10-15') => 9
business_days(DATE '0001-01-01', DATE '0001-01-08') => 5
business_days(DATE '0001-01-01', DATE '9999-12-31') => 2608614
business_days(DATE '9999-12-31', DATE '0001-01-01') => -2608614
business_days(DATE '0000-01-01', DATE '0001-01-01') => 260
business_days(DATE '-0001-12-27', DATE '0000-01-03') => 5
business_days(DATE '+10000-01-01', DATE '+10000-01-08') => 5
-- The last date there is, and more days than an int can count.
business_days(DATE '1970-01-01', date_from_unix_date(2147483647)) => 1533916891
business_days(date_from_unix_date(2147483647), DATE '1970-01-01') => -1533916891
business_days(date_from_unix_date(2147483646), date_from_unix_date(2147483647)) => 1
business_days(date_from_unix_date(-1503238556), date_from_unix_date(1503238549)) => 2147483647
business_days(date_from_unix_date(-1503238556), date_from_unix_date(1503238550)) => NULL
business_days(date_from_unix_date(1503238550), date_from_unix_date(-1503238556)) => -2147483648
business_days(date_from_unix_date(1503238553), date_from_unix_date(-1503238556)) => NULL
business_days(NULL, DATE '2024-03-08') => NULL
business_days(DATE '2024-03-01', NULL) => NULL
business_days(NULL, NULL) => NULL
typeof(business_days(DATE '2024-03-01', DATE '2024-03-08')) => int
business_days(1, 2) =>! DATATYPE_MISMATCH
