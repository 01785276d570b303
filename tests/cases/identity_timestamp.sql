identity_timestamp(TIMESTAMP '2024-02-29 12:34:56.789012') => 2024-02-29 12:34:56.789012
-- A microsecond before the epoch.
identity_timestamp(timestamp_micros(-1)) = timestamp_micros(-1) => true
identity_timestamp(TIMESTAMP '0001-01-01 00:00:00') => 0001-01-01 00:00:00
identity_timestamp(TIMESTAMP '9999-12-31 23:59:59.999999') => 9999-12-31 23:59:59.999999
identity_timestamp(NULL) => NULL
typeof(identity_timestamp(TIMESTAMP '2024-01-01 00:00:00')) => timestamp
identity_timestamp(1) =>! DATATYPE_MISMATCH
