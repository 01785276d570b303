identity_struct(named_struct('a', 1, 'b', 'x')) => {1, x}
-- A struct of nulls is no null.
identity_struct(named_struct('a', CAST(NULL AS INT), 'b', CAST(NULL AS STRING))) => {null, null}
identity_struct(named_struct('a', CAST(NULL AS INT), 'b', CAST(NULL AS STRING))) IS NULL => false
identity_struct(CAST(NULL AS STRUCT<a: INT, b: STRING>)) => NULL
identity_struct(NULL) => NULL
identity_struct(named_struct('a', 1, 'b', 'x')).b => x
identity_struct(1) =>! DATATYPE_MISMATCH
