identity_struct_of_arrays(named_struct('ids', array(1, 2), 'names', array('x'))) => {[1, 2], [x]}
identity_struct_of_arrays(named_struct('ids', CAST(NULL AS ARRAY<INT>), 'names', array('', NULL))) => {null, [, null]}
identity_struct_of_arrays(named_struct('ids', CAST(array() AS ARRAY<INT>), 'names', CAST(array() AS ARRAY<STRING>))) => {[], []}
identity_struct_of_arrays(NULL) => NULL
identity_struct_of_arrays(array(1)) =>! DATATYPE_MISMATCH
