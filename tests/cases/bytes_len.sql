bytes_len(X'00FF80') => 3
bytes_len(X'') => 0
bytes_len(X'00') => 1
bytes_len(NULL) => NULL
bytes_len(CAST(NULL AS BINARY)) => NULL
-- Bytes, not characters, and not only those of valid UTF-8.
bytes_len(CAST('Ä😀' AS BINARY)) => 6
bytes_len(X'C3') => 1
bytes_len(CAST(repeat('ab', 5000) AS BINARY)) => 10000
bytes_len(unhex(repeat('00', 300))) => 300
typeof(bytes_len(X'00')) => int
-- Strings are cast.
bytes_len('ä') => 2
bytes_len(array(1)) =>! DATATYPE_MISMATCH
bytes_len() =>! WRONG_NUM_ARGS
