map_get_or(map('a', '1', 'b', '2'), 'a', '0') => 1
map_get_or(map('a', '1', 'b', '2'), 'b', '0') => 2
map_get_or(map('a', '1', 'b', '2'), 'c', '0') => 0
map_get_or(CAST(map() AS MAP<STRING, STRING>), 'a', '0') => 0
-- A key that is there with null is there.
map_get_or(map('a', CAST(NULL AS STRING)), 'a', '0') => NULL
map_get_or(map('a', ''), 'a', '0') => 
map_get_or(map('', 'empty'), '', '0') => empty
map_get_or(map('a', '1'), '', '') => 
-- Keys are compared as they are.
map_get_or(map('a', '1'), 'A', '0') => 0
map_get_or(map('a', '1'), 'a ', '0') => 0
map_get_or(map('é', '1'), 'e\u0301', '0') => 0
map_get_or(map('😀', 'ä', 'ä', '😀'), '😀', '0') => ä
map_get_or(map('a', '1'), 'b', 'ünï') => ünï
map_get_or(CAST(NULL AS MAP<STRING, STRING>), 'a', '0') => NULL
map_get_or(map('a', '1'), NULL, '0') => NULL
map_get_or(map('a', '1'), 'b', NULL) => NULL
-- A null fallback gives null, needed or not.
map_get_or(map('a', '1'), 'a', NULL) => NULL
map_get_or(NULL, NULL, NULL) => NULL
map_get_or(map_from_arrays(transform(sequence(1, 500), x -> string(x)), transform(sequence(1, 500), x -> string(-x))), '499', '0') => -499
length(map_get_or(map('a', repeat('ä', 3000)), 'a', '0')) => 3000
typeof(map_get_or(map('a', '1'), 'a', '0')) => string
map_get_or(map('a', 1), 'a', 0) => 1
map_get_or(map('a', '1'), 'a') =>! WRONG_NUM_ARGS
map_get_or('a', 'a', 'a') =>! DATATYPE_MISMATCH
