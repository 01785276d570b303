identity_smallint(-32768S) => -32768
identity_smallint(32767S) => 32767
-- A narrower integer is cast.
identity_smallint(-128Y) => -128
identity_smallint(NULL) => NULL
typeof(identity_smallint(1Y)) => smallint
identity_smallint(true) =>! DATATYPE_MISMATCH
