array_stats(array(3L, 1L, 2L)) => {3, 1, 3, [1, 2, 3]}
array_stats(array(5L)) => {1, 5, 5, [5]}
array_stats(array(2L, 2L, 1L)) => {3, 1, 2, [1, 2, 2]}
array_stats(array(-1L, 0L, 1L)) => {3, -1, 1, [-1, 0, 1]}
-- Nulls are not counted, and come last.
array_stats(array(3L, NULL, 1L)) => {2, 1, 3, [1, 3, null]}
array_stats(array(NULL, NULL, -5L)) => {1, -5, -5, [-5, null, null]}
array_stats(array(CAST(NULL AS BIGINT))) => {0, null, null, [null]}
array_stats(CAST(array() AS ARRAY<BIGINT>)) => {0, null, null, []}
array_stats(NULL) => NULL
array_stats(CAST(NULL AS ARRAY<BIGINT>)) => NULL
array_stats(CAST(NULL AS ARRAY<BIGINT>)).n => NULL
-- The ends of bigint.
array_stats(array(9223372036854775807L, -9223372036854775807L - 1L, 0L)) => {3, -9223372036854775808, 9223372036854775807, [-9223372036854775808, 0, 9223372036854775807]}
array_stats(array(3L, 1L)).min => 1
array_stats(array(3L, 1L)).sorted => [1, 3]
array_stats(transform(sequence(1, 1000), x -> bigint(-x))).sorted[0] => -1000
typeof(array_stats(array(1L))) => struct<n:int,min:bigint,max:bigint,sorted:array<bigint>>
array_stats(array(2, 1)) => {2, 1, 2, [1, 2]}
array_stats(1L) =>! DATATYPE_MISMATCH
array_stats() =>! WRONG_NUM_ARGS
