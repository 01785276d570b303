identity_array_int(array(1, NULL, -2147483648)) => [1, null, -2147483648]
identity_array_int(array()) => []
identity_array_int(array(NULL)) => [null]
identity_array_int(array(1Y, 2Y)) => [1, 2]
identity_array_int(NULL) => NULL
typeof(identity_array_int(array(1Y))) => array<int>
identity_array_int(array(array(1))) =>! DATATYPE_MISMATCH
