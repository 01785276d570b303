identity_decimal32(9999999.99) => 9999999.99
identity_decimal32(-9999999.99) => -9999999.99
identity_decimal32(0.00) => 0.00
identity_decimal32(-0.01) => -0.01
identity_decimal32(5) => 5.00
identity_decimal32(NULL) => NULL
typeof(identity_decimal32(1)) => decimal(9,2)
identity_decimal32(true) =>! DATATYPE_MISMATCH
