merge_maps(array(map('a', '1', 'b', '2'), map('a', '3'))) => {b -> 2, a -> 3}
merge_maps(array(map('a', '1'))) => {a -> 1}
merge_maps(array(map('a', '1'), map('b', '2'), map('c', '3'))) => {a -> 1, b -> 2, c -> 3}
merge_maps(array(map('a', '1'), map('a', '2'), map('a', '3'))) => {a -> 3}
-- The last wins, also with a null or empty value.
merge_maps(array(map('a', '1'), map('a', CAST(NULL AS STRING)))) => {a -> null}
merge_maps(array(map('a', CAST(NULL AS STRING)), map('a', ''))) => {a -> }
-- No entries.
merge_maps(CAST(array() AS ARRAY<MAP<STRING, STRING>>)) => {}
merge_maps(array(CAST(map() AS MAP<STRING, STRING>))) => {}
merge_maps(array(CAST(map() AS MAP<STRING, STRING>), map('a', '1'), CAST(map() AS MAP<STRING, STRING>))) => {a -> 1}
-- Null maps are skipped.
merge_maps(array(map('a', '1'), NULL)) => {a -> 1}
merge_maps(array(NULL, map('a', '1'), NULL, map('b', '2'))) => {a -> 1, b -> 2}
merge_maps(array(CAST(NULL AS MAP<STRING, STRING>))) => {}
merge_maps(array(CAST(NULL AS MAP<STRING, STRING>), CAST(map() AS MAP<STRING, STRING>))) => {}
merge_maps(NULL) => NULL
merge_maps(CAST(NULL AS ARRAY<MAP<STRING, STRING>>)) => NULL
-- Keys are compared as they are.
merge_maps(array(map('a', '1'), map('A', '2'), map('', '3'))) => {a -> 1, A -> 2,  -> 3}
merge_maps(array(map('😀', 'ä', 'ä', '😀'), map('ä', 'ö'))) => {😀 -> ä, ä -> ö}
cardinality(merge_maps(transform(sequence(1, 300), x -> map(string(x % 7), string(x))))) => 7
typeof(merge_maps(array(map('a', '1')))) => map<string,string>
merge_maps(array(map('a', 1), map('a', 2))) => {a -> 2}
merge_maps(map('a', '1')) =>! DATATYPE_MISMATCH
merge_maps() =>! WRONG_NUM_ARGS
