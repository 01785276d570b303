mask_keep_last('4929123456789012', 4) => ************9012
mask_keep_last('abc', 1) => **c
mask_keep_last('abc', 2) => *bc
-- All or nothing.
mask_keep_last('abc', 3) => abc
mask_keep_last('abc', 4) => abc
mask_keep_last('abc', 2147483647) => abc
mask_keep_last('abc', 0) => ***
mask_keep_last('abc', -1) => ***
mask_keep_last('abc', -2147483648) => ***
mask_keep_last('', 0) => 
mask_keep_last('', 3) => 
mask_keep_last('', -3) => 
mask_keep_last(NULL, 1) => NULL
mask_keep_last('abc', NULL) => NULL
mask_keep_last(NULL, NULL) => NULL
-- Code points, not bytes and not UTF-16 units; a combining mark is one of its own.
mask_keep_last('ÄÖÜ', 1) => **Ü
mask_keep_last('a😀b😀', 2) => **b😀
mask_keep_last('😀😀😀', 2) => *😀😀
mask_keep_last('😀😀😀', 4) => 😀😀😀
mask_keep_last('😀😀', 3) => 😀😀
mask_keep_last('xe\u0301', 1) = concat('**', '\u0301') => true
mask_keep_last('*a*', 1) => ***
mask_keep_last('a\nb', 1) => **b
hex(mask_keep_last('a\u0000b', 2)) => 2A0062
length(mask_keep_last(repeat('ä', 5000), 1)) => 5000
mask_keep_last(repeat('ä', 5000), 1) = concat(repeat('*', 4999), 'ä') => true
typeof(mask_keep_last('a', 1)) => string
mask_keep_last('abc', 1Y) => **c
mask_keep_last('abc') =>! WRONG_NUM_ARGS
mask_keep_last(array('abc'), 1) =>! DATATYPE_MISMATCH
