strip_html('<p>Hello <b>world</b></p>') => Hello world
strip_html('no tags') => no tags
strip_html('') => 
strip_html(NULL) => NULL
strip_html('<>') => 
strip_html('a<>b') => ab
-- A < without a > after it stays, and so does a > alone.
strip_html('1 < 2') => 1 < 2
strip_html('2 > 1') => 2 > 1
strip_html('a<b>c<d') => ac<d
strip_html('a>b<c>d') => a>bd
-- A tag ends with the first >, whatever is in it.
strip_html('<<b>>x') => >x
strip_html('<a title=">">x') => ">x
strip_html('a < b, c > d') => a  d
-- Tags may go over lines.
hex(strip_html('a<b\nc\r\n>d')) => 6164
hex(strip_html('\n<b>\u0000</b>\n')) => 0A000A
-- Comments are tags that end early where they hold a tag; text of scripts stays.
strip_html('<!-- <b> -->x') =>  -->x
strip_html('<script>f()</script>') => f()
strip_html('Ä<ß😀>€😀<i>') => Ä€😀
strip_html('&lt;b&gt;') => &lt;b&gt;
length(strip_html(repeat('<b>x</b>', 300))) => 300
length(strip_html(repeat('<', 2000))) => 2000
strip_html(map('a', 'b')) =>! DATATYPE_MISMATCH
strip_html() =>! WRONG_NUM_ARGS
