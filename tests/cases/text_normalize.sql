text_normalize('  Hello\t\n World ') => hello world
text_normalize('normal already') => normal already
text_normalize('') => 
text_normalize(NULL) => NULL
text_normalize('A') => a
text_normalize(' ') => 
hex(text_normalize(' \t\r\n \u0000 ')) => 
-- Blanks at one end only.
concat('[', text_normalize(' a'), ']') => [a]
concat('[', text_normalize('a '), ']') => [a]
concat('[', text_normalize('a  '), ']') => [a]
-- Every control character is a blank, NUL and the unit separator too; DEL is not.
hex(text_normalize('a\u0000b\u001Fc\u007Fd')) => 61206220637F64
hex(text_normalize('a\tb')) => 612062
-- One space stays as it is, two become one.
text_normalize('a b  c   d') => a b c d
-- Non-breaking, ideographic and zero-width spaces and the next-line character are no blanks.
hex(text_normalize('\u00A0a\u3000\u200Bb\u0085')) => C2A061E38080E2808B62C285
-- Letters outside ASCII keep their case.
text_normalize(' ÄÖ  ẞ İ K ΑΣ ') => ÄÖ ẞ İ k ΑΣ
hex(text_normalize('\u212A')) => E284AA
text_normalize('😀  A\t😀') => 😀 a 😀
text_normalize('@[`{AZ') => @[`{az
-- A change only at the very end, and only in the middle.
text_normalize('abc deF') => abc def
text_normalize('abc  def') => abc def
length(text_normalize(repeat(' Ä\n', 1000))) => 1999
text_normalize(12) => 12
text_normalize(array('A')) =>! DATATYPE_MISMATCH
text_normalize('A', 'B') =>! WRONG_NUM_ARGS
