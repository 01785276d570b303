-- The test vectors of RFC 4648.
base64_encode(X'') => 
base64_encode(CAST('f' AS BINARY)) => Zg==
base64_encode(CAST('fo' AS BINARY)) => Zm8=
base64_encode(CAST('foo' AS BINARY)) => Zm9v
base64_encode(CAST('foob' AS BINARY)) => Zm9vYg==
base64_encode(CAST('fooba' AS BINARY)) => Zm9vYmE=
base64_encode(CAST('foobar' AS BINARY)) => Zm9vYmFy
-- The first and the last of the characters, and those before them.
base64_encode(X'00') => AA==
base64_encode(X'0000') => AAA=
base64_encode(X'000000') => AAAA
base64_encode(X'FF') => /w==
base64_encode(X'FFFF') => //8=
base64_encode(X'FFFFFF') => ////
base64_encode(X'FBEFBE') => ++++
base64_encode(X'FBFF') => +/8=
base64_encode(X'14FB9C03D97E') => FPucA9l+
base64_encode(X'00108310518720928B30D38F41149351559761969B71D79F8218A39259A7A29AABB2DBAFC31CB3D35DB7E39EBBF3DFBF') => ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/
-- No line breaks.
length(base64_encode(CAST(repeat('a', 100) AS BINARY))) => 136
base64_encode(CAST(repeat('abc', 20) AS BINARY)) => YWJjYWJjYWJjYWJjYWJjYWJjYWJjYWJjYWJjYWJjYWJjYWJjYWJjYWJjYWJjYWJjYWJjYWJjYWJjYWJj
base64_encode(CAST(repeat('Ärger', 500) AS BINARY)) = replace(base64(CAST(repeat('Ärger', 500) AS BINARY)), '\r\n', '') => true
unbase64(base64_encode(X'00FF80C328')) = X'00FF80C328' => true
base64_encode(NULL) => NULL
base64_encode(CAST(NULL AS BINARY)) => NULL
typeof(base64_encode(X'00')) => string
-- Strings are cast.
base64_encode('ä😀') => w6Twn5iA
base64_encode(array(1)) =>! DATATYPE_MISMATCH
base64_encode() =>! WRONG_NUM_ARGS
