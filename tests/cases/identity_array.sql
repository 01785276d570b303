identity_array(array('a', NULL, '')) => [a, null, ]
identity_array(array()) => []
identity_array(CAST(array() AS ARRAY<STRING>)) => []
identity_array(array(CAST(NULL AS STRING))) => [null]
identity_array(NULL) => NULL
-- Null and empty are two things.
size(identity_array(array())) => 0
typeof(identity_array(array('a'))) => array<string>
identity_array(array(1, 2)) => [1, 2]
identity_array('a') =>! DATATYPE_MISMATCH
identity_array(map('a', 'b')) =>! DATATYPE_MISMATCH
