map_filter_prefix(map('utm_a', '1', 'b', '2', 'utm_c', '3'), 'utm_') => {utm_a -> 1, utm_c -> 3}
map_filter_prefix(map('a', '1'), 'a') => {a -> 1}
map_filter_prefix(map('a', '1'), 'ab') => {}
map_filter_prefix(map('a', '1'), 'b') => {}
map_filter_prefix(map('ba', '1'), 'a') => {}
-- Every key starts with nothing.
map_filter_prefix(map('a', '1', '', '2'), '') => {a -> 1,  -> 2}
map_filter_prefix(map('', '2'), 'a') => {}
map_filter_prefix(CAST(map() AS MAP<STRING, STRING>), 'a') => {}
map_filter_prefix(CAST(map() AS MAP<STRING, STRING>), '') => {}
-- Values are not looked at.
map_filter_prefix(map('a', CAST(NULL AS STRING), 'ab', '', 'b', 'a'), 'a') => {a -> null, ab -> }
map_filter_prefix(map('A', '1', 'a', '2'), 'a') => {a -> 2}
map_filter_prefix(map('äb', '1', 'ab', '2'), 'ä') => {äb -> 1}
map_filter_prefix(map('😀x', '1', '😁x', '2'), '😀') => {😀x -> 1}
map_filter_prefix(NULL, 'a') => NULL
map_filter_prefix(map('a', '1'), NULL) => NULL
map_filter_prefix(NULL, NULL) => NULL
map_filter_prefix(map('a%b', '1', 'axb', '2'), 'a%') => {a%b -> 1}
map_filter_prefix(map_from_arrays(transform(sequence(1, 500), x -> string(x)), transform(sequence(1, 500), x -> string(-x))), '499') => {499 -> -499}
typeof(map_filter_prefix(map('a', '1'), 'a')) => map<string,string>
map_filter_prefix(map('a', 1), 'a') => {a -> 1}
map_filter_prefix(map('a', '1')) =>! WRONG_NUM_ARGS
map_filter_prefix(array('a'), 'a') =>! DATATYPE_MISMATCH
