identity_tinyint(-128Y) => -128
identity_tinyint(127Y) => 127
identity_tinyint(0Y) => 0
identity_tinyint(NULL) => NULL
typeof(identity_tinyint(1Y)) => tinyint
identity_tinyint(array(1Y)) =>! DATATYPE_MISMATCH
