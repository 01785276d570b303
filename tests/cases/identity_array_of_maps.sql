identity_array_of_maps(array(map('a', 1), map())) => [{a -> 1}, {}]
identity_array_of_maps(array(map('a', CAST(NULL AS INT)), NULL)) => [{a -> null}, null]
identity_array_of_maps(array()) => []
identity_array_of_maps(NULL) => NULL
identity_array_of_maps(map('a', 1)) =>! DATATYPE_MISMATCH
