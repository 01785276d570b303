minhash(array('a', 'b', 'c'), 3) => [-829116891, -631233257, -1002698942]
minhash(array('a'), 4) => [721651713, -631233257, -501499652, -646760575]
minhash(array('', 'ä😀'), 2) => [-786822463, 1364076727]
minhash(array('abcd', 'abcde'), 2) => [-1811849892, -1678424686]
minhash(array(''), 1) => [0]
-- A set: order and repetition do not matter.
minhash(array('c', 'a', 'b', 'a'), 3) => [-829116891, -631233257, -1002698942]
-- Null members do not count, and without any other there is nothing to hash.
minhash(array('a', NULL), 4) => [721651713, -631233257, -501499652, -646760575]
minhash(array(NULL, 'a'), 1) => [721651713]
minhash(array(CAST(NULL AS STRING)), 3) => [null, null, null]
minhash(CAST(array() AS ARRAY<STRING>), 2) => [null, null]
minhash(CAST(array() AS ARRAY<STRING>), 1) => [null]
-- A shorter signature begins a longer one.
slice(minhash(split('to be or not to be', ' '), 64), 1, 16) = minhash(split('not to be or', ' '), 16) => true
size(minhash(array('a'), 256)) => 256
minhash(array('a'), 257) => NULL
minhash(array('a'), 0) => NULL
minhash(array('a'), -1) => NULL
minhash(array('a'), 2147483647) => NULL
minhash(array('a'), -2147483648) => NULL
minhash(CAST(array() AS ARRAY<STRING>), 0) => NULL
minhash(NULL, 3) => NULL
minhash(CAST(NULL AS ARRAY<STRING>), 3) => NULL
minhash(array('a'), NULL) => NULL
minhash(NULL, NULL) => NULL
typeof(minhash(array('a'), 1)) => array<int>
minhash(array(1, 2), 1) = minhash(array('1', '2'), 1) => true
minhash(array('a')) =>! WRONG_NUM_ARGS
minhash('a', 1) =>! DATATYPE_MISMATCH
