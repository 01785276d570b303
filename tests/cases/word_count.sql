word_count('one two three') => 3
word_count(' one, two\n three ') => 3
word_count('word') => 1
word_count('x') => 1
word_count('') => 0
word_count(NULL) => NULL
word_count(' ') => 0
word_count(' \t\r\n\u0000 ') => 0
word_count('  a') => 1
word_count('a  ') => 1
-- Control characters separate, DEL and what is above do not.
word_count('a\u0000b\u0001c\u001Fd') => 4
word_count('a\u007Fb') => 1
-- Non-breaking and ideographic spaces belong to a word, and so does punctuation alone.
word_count('a\u00A0b\u3000c') => 1
word_count('- -- ---') => 3
word_count('Ä ß 😀 €') => 4
word_count('😀😀') => 1
word_count('\n\na\n\nb\n\n') => 2
word_count(repeat('ab ', 1000)) => 1000
word_count(repeat('a', 5000)) => 1
word_count(repeat(' ', 5000)) => 0
word_count(42) => 1
word_count(map('a', 'b')) =>! DATATYPE_MISMATCH
word_count() =>! WRONG_NUM_ARGS
