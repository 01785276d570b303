identity_array_array(array(array(1.5D), array(), NULL)) => [[1.5], [], null]
identity_array_array(array(array(double('NaN'), NULL))) => [[NaN, null]]
identity_array_array(array()) => []
identity_array_array(array(array(1))) => [[1.0]]
identity_array_array(NULL) => NULL
identity_array_array(array(1.5D)) =>! DATATYPE_MISMATCH
