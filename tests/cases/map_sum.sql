map_sum(map('a', 1L, 'b', 41L)) => 42
map_sum(map('a', -5L)) => -5
map_sum(map('a', 0L)) => 0
map_sum(map('', 7L, ' ', 8L, '😀', 9L)) => 24
-- Nothing to add.
map_sum(CAST(map() AS MAP<STRING, BIGINT>)) => 0
map_sum(map('a', CAST(NULL AS BIGINT))) => 0
map_sum(map('a', CAST(NULL AS BIGINT), 'b', 3L)) => 3
map_sum(map('a', CAST(NULL AS BIGINT), 'b', CAST(NULL AS BIGINT))) => 0
map_sum(NULL) => NULL
map_sum(CAST(NULL AS MAP<STRING, BIGINT>)) => NULL
-- The ends of bigint, and around.
map_sum(map('a', 9223372036854775807L)) => 9223372036854775807
map_sum(map('a', 9223372036854775807L, 'b', 1L)) => -9223372036854775808
map_sum(map('a', -9223372036854775807L, 'b', -2L)) => 9223372036854775807
map_sum(map('a', 9223372036854775807L, 'b', 1L, 'c', -1L)) => 9223372036854775807
map_sum(map_from_arrays(transform(sequence(1, 500), x -> string(x)), transform(sequence(1, 500), x -> bigint(x)))) => 125250
typeof(map_sum(map('a', 1L))) => bigint
map_sum(map('a', 1, 'b', 2)) => 3
map_sum(array(1L)) =>! DATATYPE_MISMATCH
map_sum() =>! WRONG_NUM_ARGS
