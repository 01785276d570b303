identity_map(map('a', 1L, 'b', NULL)) => {a -> 1, b -> null}
identity_map(map()) => {}
-- The order of the entries stays.
identity_map(map('z', 1L, 'a', 2L, '', 3L)) => {z -> 1, a -> 2,  -> 3}
identity_map(NULL) => NULL
identity_map(map('a', 1)) => {a -> 1}
typeof(identity_map(map('a', 1))) => map<string,bigint>
identity_map(array('a')) =>! DATATYPE_MISMATCH
