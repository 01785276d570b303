identity_bigint(-9223372036854775808) => -9223372036854775808
identity_bigint(9223372036854775807) => 9223372036854775807
identity_bigint(1Y) => 1
identity_bigint(NULL) => NULL
typeof(identity_bigint(1)) => bigint
identity_bigint(DATE '2024-01-01') =>! DATATYPE_MISMATCH
