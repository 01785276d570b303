identity_float(1.5F) => 1.5
-- The sign of zero, NaN, infinities, the least and the greatest number stay.
identity_float(CAST('-0.0' AS FLOAT)) => -0.0
identity_float(float('NaN')) => NaN
identity_float(float('-Infinity')) => -Infinity
identity_float(1.4E-45F) => 1.4E-45
identity_float(CAST('3.4028235E38' AS FLOAT)) => 3.4028235E38
identity_float(NULL) => NULL
typeof(identity_float(1)) => float
identity_float(array(1F)) =>! DATATYPE_MISMATCH
