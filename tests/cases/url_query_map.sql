url_query_map('a=1&b=2') => {a -> 1, b -> 2}
url_query_map('') => {}
url_query_map(NULL) => NULL
url_query_map('a') => {a -> }
url_query_map('a=') => {a -> }
-- A name may be empty, a parameter may not.
url_query_map('=') => { -> }
url_query_map('=v') => { -> v}
url_query_map('&') => {}
url_query_map('&&&') => {}
url_query_map('&a=1&&b=2&') => {a -> 1, b -> 2}
url_query_map('a&b&c') => {a -> , b -> , c -> }
-- Only the first = separates, and only & separates parameters.
url_query_map('a=b=c==') => {a -> b=c==}
url_query_map('a==') => {a -> =}
url_query_map('a=1;b=2') => {a -> 1;b=2}
-- The last one of a name wins, also where it has no value, and stands where it stood.
url_query_map('a=1&b=2&a=3') => {b -> 2, a -> 3}
url_query_map('a=1&a') => {a -> }
url_query_map('a=1&a=2&a=3&a=4') => {a -> 4}
url_query_map('=1&=2') => { -> 2}
-- A question mark is part of the first name.
url_query_map('?a=1') => {?a -> 1}
-- Decoded after splitting, so that escaped separators are text.
url_query_map('a%3Db=c%26d%3De') => {a=b -> c&d=e}
url_query_map('x+y=1+2') => {x y -> 1 2}
url_query_map('q=%C3%A4%E2%82%AC&%F0%9F%98%80=ä') => {q -> ä€, 😀 -> ä}
-- Names that are equal once decoded are one, names of other case or composition are not.
url_query_map('ab=1&a%62=2') => {ab -> 2}
url_query_map('a=1&A=2') => {a -> 1, A -> 2}
size(url_query_map('%C3%A9=1&e%CC%81=2')) => 2
-- A malformed value is null, and wins as any other; a malformed name is left out.
url_query_map('a=%') => {a -> null}
url_query_map('a=1&a=%80') => {a -> null}
url_query_map('a=%80&a=1') => {a -> 1}
url_query_map('a=1&%zz=2&b=3') => {a -> 1, b -> 3}
url_query_map('%=1') => {}
url_query_map('%C3=%A4') => {}
url_query_map('%&%4&a=%4') => {a -> null}
-- Blanks, line breaks and NUL are characters like others.
url_query_map(' a = 1 & b') => { a  ->  1 ,  b -> }
hex(url_query_map('a=%00\n')['a']) => 000A
size(url_query_map('a\u0000=1&a=2')) => 2
-- Equal values of different names stay apart, and many names are many entries.
size(url_query_map('a=1&b=1&c=1')) => 3
size(url_query_map(concat_ws('&', transform(sequence(1, 1000), i -> concat('k', i, '=', i))))) => 1000
url_query_map(concat_ws('&', transform(sequence(1, 1000), i -> concat('k', i % 3, '=', i)))) => {k2 -> 998, k0 -> 999, k1 -> 1000}
url_query_map(7) => {7 -> }
url_query_map(array('a')) =>! DATATYPE_MISMATCH
url_query_map('a', 'b') =>! WRONG_NUM_ARGS
