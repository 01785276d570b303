unix_micros(epoch_ms_to_ts(0)) => 0
unix_micros(epoch_ms_to_ts(1)) => 1000
unix_micros(epoch_ms_to_ts(-1)) => -1000
unix_micros(epoch_ms_to_ts(1709296199123)) => 1709296199123000
epoch_ms_to_ts(1709296199123) = TIMESTAMP '2024-03-01 12:29:59.123Z' => true
epoch_ms_to_ts(-62135596800000) = TIMESTAMP '0001-01-01 00:00:00Z' => true
epoch_ms_to_ts(253402300799999) = TIMESTAMP '9999-12-31 23:59:59.999Z' => true
-- The last millisecond of a timestamp, and those beyond.
unix_micros(epoch_ms_to_ts(9223372036854775)) => 9223372036854775000
epoch_ms_to_ts(9223372036854776) => NULL
epoch_ms_to_ts(-9223372036854776) => NULL
epoch_ms_to_ts(9223372036854775807) => NULL
epoch_ms_to_ts(-9223372036854775807 - 1) => NULL
-- Times 1000 these would wrap around to small numbers.
epoch_ms_to_ts(18446744073709552) => NULL
epoch_ms_to_ts(-18446744073709552) => NULL
epoch_ms_to_ts(NULL) => NULL
epoch_ms_to_ts(CAST(NULL AS BIGINT)) => NULL
typeof(epoch_ms_to_ts(0)) => timestamp
unix_micros(epoch_ms_to_ts(5)) => 5000
epoch_ms_to_ts(array(1)) =>! DATATYPE_MISMATCH
epoch_ms_to_ts() =>! WRONG_NUM_ARGS
