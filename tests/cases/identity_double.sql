identity_double(1.5D) => 1.5
identity_double(CAST('-0.0' AS DOUBLE)) => -0.0
identity_double(double('NaN')) => NaN
identity_double(double('Infinity')) => Infinity
identity_double(4.9E-324D) => 4.9E-324
identity_double(1.7976931348623157E308D) => 1.7976931348623157E308
identity_double(1.5F) => 1.5
-- A double does not hold every BIGINT.
identity_double(9007199254740993L) =>! DATATYPE_MISMATCH
identity_double(9007199254740992L) => 9.007199254740992E15
identity_double(NULL) => NULL
typeof(identity_double(1)) => double
identity_double(true) =>! DATATYPE_MISMATCH
