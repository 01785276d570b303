adler32('Wikipedia') => 300286872
adler32('') => 1
adler32('a') => 6422626
adler32(NULL) => NULL
-- Bytes of UTF-8.
adler32('äöü') => 255591520
adler32('😀') => 122749608
adler32('\u0000') => 65537
adler32('\u0000\u0000\u0000') => 196609
-- Sums that pass the modulus many times.
adler32(repeat('x', 6000)) => 497351959
adler32(repeat('ÿ', 3000)) => 810724464
typeof(adler32('a')) => bigint
adler32(array('a')) =>! DATATYPE_MISMATCH
adler32('a', 'b') =>! WRONG_NUM_ARGS
