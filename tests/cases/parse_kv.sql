parse_kv('a=1;b=2|c=3') => [{a -> 1, b -> 2}, {c -> 3}]
parse_kv('a=1') => [{a -> 1}]
-- An empty record is an empty map, so there is one more than there are bars.
parse_kv('') => [{}]
parse_kv('|') => [{}, {}]
parse_kv('a=1||b=2|') => [{a -> 1}, {}, {b -> 2}, {}]
parse_kv(';;;|;') => [{}, {}]
parse_kv(NULL) => NULL
-- Empty pairs are skipped.
parse_kv(';a=1;;b=2;') => [{a -> 1, b -> 2}]
-- Without = the value is empty; a key may be empty, a pair may not.
parse_kv('a;b=;=c|=') => [{a -> , b -> ,  -> c}, { -> }]
parse_kv('a|b') => [{a -> }, {b -> }]
-- Only the first = separates.
parse_kv('a=b=c==;d==') => [{a -> b=c==, d -> =}]
-- The last pair of a key wins, and stands where it stood; other records are other maps.
parse_kv('a=1;b=2;a=3|a=4') => [{b -> 2, a -> 3}, {a -> 4}]
parse_kv('a=1;a') => [{a -> }]
parse_kv('a=1;a=2;a=3;a=4') => [{a -> 4}]
parse_kv('=1;=2') => [{ -> 2}]
-- Nothing is trimmed, unescaped, or folded.
parse_kv(' a = 1 ; b| ') => [{ a  ->  1 ,  b -> }, {  -> }]
hex(parse_kv('a|\n=\t')[1]['\n']) => 09
parse_kv('a%3B=%7C;A=1') => [{a%3B -> %7C, A -> 1}]
parse_kv('"a;b"="c|d"') => [{"a -> , b" -> "c}, {d" -> }]
parse_kv('ä=Ω;😀=naïve|日=本') => [{ä -> Ω, 😀 -> naïve}, {日 -> 本}]
hex(parse_kv('a=\u0000')[0]['a']) => 00
parse_kv('a=1|b=2')[1]['b'] => 2
size(parse_kv(concat_ws('|', transform(sequence(1, 1000), i -> concat('k', i, '=', i))))) => 1000
parse_kv(concat_ws(';', transform(sequence(1, 1000), i -> concat('k', i % 3, '=', i)))) => [{k2 -> 998, k0 -> 999, k1 -> 1000}]
typeof(parse_kv('a=1')) => array<map<string,string>>
parse_kv(7) => [{7 -> }]
parse_kv(array('a')) =>! DATATYPE_MISMATCH
parse_kv('a', 'b') =>! WRONG_NUM_ARGS
