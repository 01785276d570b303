identity_int(-2147483648) => -2147483648
identity_int(2147483647) => 2147483647
identity_int(-1S) => -1
identity_int(NULL) => NULL
typeof(identity_int(1Y)) => int
identity_int(map(1, 2)) =>! DATATYPE_MISMATCH
