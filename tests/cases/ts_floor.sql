ts_floor(TIMESTAMP '2024-03-01 12:44:59.999999Z', 15) = TIMESTAMP '2024-03-01 12:30:00Z' => true
ts_floor(TIMESTAMP '2024-03-01 12:45:00Z', 15) = TIMESTAMP '2024-03-01 12:45:00Z' => true
ts_floor(TIMESTAMP '2024-03-01 12:44:59.000001Z', 1) = TIMESTAMP '2024-03-01 12:44:00Z' => true
-- Multiples count from the epoch: days start at midnight UTC, weeks on Thursdays.
ts_floor(TIMESTAMP '2024-03-01 23:59:59Z', 1440) = TIMESTAMP '2024-03-01 00:00:00Z' => true
ts_floor(TIMESTAMP '2024-03-01 01:00:00+05:00', 1440) = TIMESTAMP '2024-02-29 00:00:00Z' => true
ts_floor(TIMESTAMP '2024-03-01 00:00:00Z', 10080) = TIMESTAMP '2024-02-29 00:00:00Z' => true
ts_floor(TIMESTAMP '1970-01-01 00:10:00Z', 7) = TIMESTAMP '1970-01-01 00:07:00Z' => true
-- Down, not towards the epoch.
unix_micros(ts_floor(timestamp_micros(-1), 1)) => -60000000
unix_micros(ts_floor(timestamp_micros(-60000000), 1)) => -60000000
unix_micros(ts_floor(timestamp_micros(-60000001), 1)) => -120000000
unix_micros(ts_floor(timestamp_micros(0), 1)) => 0
unix_micros(ts_floor(timestamp_micros(59999999), 1)) => 0
unix_micros(ts_floor(timestamp_micros(60000000), 1)) => 60000000
ts_floor(TIMESTAMP '1969-12-31 23:59:59.999999Z', 60) = TIMESTAMP '1969-12-31 23:00:00Z' => true
-- 0 or fewer minutes.
ts_floor(TIMESTAMP '2024-03-01 12:44:59Z', 0) => NULL
ts_floor(TIMESTAMP '2024-03-01 12:44:59Z', -15) => NULL
ts_floor(TIMESTAMP '2024-03-01 12:44:59Z', -2147483648) => NULL
ts_floor(NULL, 15) => NULL
ts_floor(TIMESTAMP '2024-03-01 12:44:59Z', NULL) => NULL
ts_floor(NULL, NULL) => NULL
ts_floor(NULL, 0) => NULL
-- The greatest width is some 4,083 years.
unix_micros(ts_floor(TIMESTAMP '2024-03-01 12:44:59Z', 2147483647)) => 0
unix_micros(ts_floor(timestamp_micros(-1), 2147483647)) => -128849018820000000
unix_micros(ts_floor(timestamp_micros(128849018820000000), 2147483647)) => 128849018820000000
unix_micros(ts_floor(timestamp_micros(9223372036854775807), 2147483647)) => 9148280336220000000
unix_micros(ts_floor(timestamp_micros(9223372036854775807), 1)) => 9223372036800000000
-- A multiple below the earliest timestamp, and the last ones above it.
ts_floor(timestamp_micros(-9200000000000000000), 2147483647) => NULL
unix_micros(ts_floor(timestamp_micros(-9200000000000000000), 1)) => -9200000000040000000
unix_micros(ts_floor(timestamp_micros(-9000000000000000000), 2147483647)) => -9019431317400000000
-- Years 1 and 9999, and before the days that 1582 skipped.
ts_floor(TIMESTAMP '0001-01-01 00:00:01Z', 1440) = TIMESTAMP '0001-01-01 00:00:00Z' => true
ts_floor(TIMESTAMP '9999-12-31 23:59:59.999999Z', 60) = TIMESTAMP '9999-12-31 23:00:00Z' => true
ts_floor(TIMESTAMP '1582-10-04 23:59:59Z', 1440) = TIMESTAMP '1582-10-04 00:00:00Z' => true
ts_floor(TIMESTAMP '1500-02-28 12:44:59Z', 15) = TIMESTAMP '1500-02-28 12:30:00Z' => true
typeof(ts_floor(TIMESTAMP '2024-03-01 12:44:59Z', 15)) => timestamp
ts_floor(TIMESTAMP '2024-03-01 12:44:59Z', 15S) = TIMESTAMP '2024-03-01 12:30:00Z' => true
ts_floor(1, 15) =>! DATATYPE_MISMATCH
