hash_bucket('Spark', 16) => 5
hash_bucket('', 16) => 12
hash_bucket('a', 7) => 3
hash_bucket('abcd', 7) => 0
hash_bucket('abcde', 1000) => 928
-- Hashes below zero, of bytes above 127 too.
hash_bucket('ä😀', 16) => 8
hash_bucket('ä😀', 1000) => 104
hash_bucket('\u0000', 1000) => 503
hash_bucket('abcd', 2147483647) => 1751180747
hash_bucket('Spark', 1) => 0
-- As Spark has it.
hash_bucket('Ärger, naïve, Ω', 97) = pmod(hash('Ärger, naïve, Ω'), 97) => true
hash_bucket(repeat('long ', 500), 200) = pmod(hash(repeat('long ', 500)), 200) => true
hash_bucket('Spark', 0) => NULL
hash_bucket('Spark', -1) => NULL
hash_bucket('Spark', -2147483648) => NULL
hash_bucket(NULL, 16) => NULL
hash_bucket('Spark', NULL) => NULL
hash_bucket(NULL, 0) => NULL
hash_bucket(NULL, NULL) => NULL
typeof(hash_bucket('a', 2)) => int
hash_bucket('Spark', 16S) => 5
hash_bucket('Spark') =>! WRONG_NUM_ARGS
hash_bucket(array('a'), 16) =>! DATATYPE_MISMATCH
