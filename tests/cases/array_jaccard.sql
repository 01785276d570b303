array_jaccard(array('a', 'b', 'c'), array('b', 'c', 'd')) => 0.5
array_jaccard(array('a'), array('a')) => 1.0
array_jaccard(array('a'), array('b')) => 0.0
array_jaccard(array('a', 'b'), array('b', 'c')) = 1D / 3D => true
array_jaccard(array('a', 'b', 'c'), array('a', 'b')) = 2D / 3D => true
-- Sets: how often and in which order does not matter.
array_jaccard(array('a', 'a', 'a'), array('a')) => 1.0
array_jaccard(array('a', 'b', 'a'), array('b', 'b', 'a')) => 1.0
array_jaccard(array('a', 'a', 'b', 'b'), array('a', 'a')) => 0.5
-- Empty arrays.
array_jaccard(array(), array()) => 1.0
array_jaccard(array('a'), array()) => 0.0
array_jaccard(array(), array('a')) => 0.0
array_jaccard(array(''), array('')) => 1.0
array_jaccard(array(''), array()) => 0.0
-- Null is an element, and not the empty string.
array_jaccard(array(CAST(NULL AS STRING)), array(CAST(NULL AS STRING))) => 1.0
array_jaccard(array('a', NULL), array('a')) => 0.5
array_jaccard(array('a', NULL, NULL), array('a', NULL)) => 1.0
array_jaccard(array(CAST(NULL AS STRING)), array('')) => 0.0
array_jaccard(array(CAST(NULL AS STRING)), array()) => 0.0
array_jaccard(CAST(NULL AS ARRAY<STRING>), array('a')) => NULL
array_jaccard(array('a'), NULL) => NULL
array_jaccard(NULL, NULL) => NULL
-- Elements are compared as they are.
array_jaccard(array('a'), array('A')) => 0.0
array_jaccard(array('é'), array('e\u0301')) => 0.0
array_jaccard(array('😀', 'ä'), array('😀')) => 0.5
array_jaccard(array('a '), array('a')) => 0.0
-- Two strings of one xxhash64 (seed 0), by which the columnar body numbers them.
array_jaccard(array('0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef'), array('X6P2pQGT89abcdef0123456789abcdefwpZ!A~3e89abcdef0123456789abcdef')) => 0.0
array_jaccard(transform(sequence(1, 300), x -> string(x)), transform(sequence(101, 400), x -> string(x))) => 0.5
typeof(array_jaccard(array('a'), array('a'))) => double
array_jaccard(array(1, 2), array(2, 1)) => 1.0
array_jaccard(array('a')) =>! WRONG_NUM_ARGS
array_jaccard(array('a'), 'a') =>! DATATYPE_MISMATCH
