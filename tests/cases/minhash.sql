minhash(array('a', 'b', 'c'), 3) => [-1453317962, -1353844777, -1623851933]
minhash(array('a'), 4) => [-1453317962, 431215710, 1866434358, -1879132626]
minhash(array('', 'ä😀'), 2) => [-1780336492, 1199647144]
minhash(array('abcd', 'abcde'), 2) => [249750840, -499190956]
minhash(array(''), 1) => [-1780336492]
-- A set: order and repetition do not matter.
minhash(array('c', 'a', 'b', 'a'), 3) => [-1453317962, -1353844777, -1623851933]
-- Null members do not count, and without any other there is nothing to hash.
minhash(array('a', NULL), 4) => [-1453317962, 431215710, 1866434358, -1879132626]
minhash(array(NULL, 'a'), 1) => [-1453317962]
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
