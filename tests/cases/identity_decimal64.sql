identity_decimal64(99999999999999.9999) => 99999999999999.9999
identity_decimal64(-99999999999999.9999) => -99999999999999.9999
identity_decimal64(0.0001) => 0.0001
identity_decimal64(5) => 5.0000
identity_decimal64(NULL) => NULL
typeof(identity_decimal64(1)) => decimal(18,4)
identity_decimal64(DATE '2024-01-01') =>! DATATYPE_MISMATCH
