char_ngrams('spark', 3) => [spa, par, ark]
char_ngrams('spark', 1) => [s, p, a, r, k]
char_ngrams('spark', 5) => [spark]
-- Too short, or no length.
char_ngrams('spark', 6) => []
char_ngrams('spark', 2147483647) => []
char_ngrams('spark', 0) => []
char_ngrams('spark', -1) => []
char_ngrams('spark', -2147483648) => []
char_ngrams('', 1) => []
char_ngrams('', 0) => []
char_ngrams(NULL, 2) => NULL
char_ngrams('spark', NULL) => NULL
char_ngrams(NULL, NULL) => NULL
-- Code points.
char_ngrams('aä😀b', 2) => [aä, ä😀, 😀b]
char_ngrams('😀', 1) => [😀]
char_ngrams('😀', 2) => []
char_ngrams('e\u0301', 1) = array('e', '\u0301') => true
char_ngrams('a a', 2) => [a ,  a]
char_ngrams('aaa', 2) => [aa, aa]
size(char_ngrams(repeat('ä', 500), 3)) => 498
typeof(char_ngrams('a', 1)) => array<string>
char_ngrams('abc', 2Y) => [ab, bc]
char_ngrams('abc') =>! WRONG_NUM_ARGS
char_ngrams(array('abc'), 2) =>! DATATYPE_MISMATCH
