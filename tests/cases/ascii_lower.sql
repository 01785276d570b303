ascii_lower('AbC') => abc
ascii_lower('ABCDEFGHIJKLMNOPQRSTUVWXYZ') => abcdefghijklmnopqrstuvwxyz
ascii_lower('already lower, 123') => already lower, 123
ascii_lower('') => 
ascii_lower(NULL) => NULL
-- The neighbours of A and Z, and of a and z, are no letters.
ascii_lower('@[`{AZ') => @[`{az
-- Nothing but ASCII: no umlaut, no Greek, no dotted or dotless I, no sharp s, no Kelvin sign.
ascii_lower('ÄÖÜ ΑΒΣ İI ẞ') => ÄÖÜ ΑΒΣ İi ẞ
hex(ascii_lower('\u212AK')) => E284AA6B
-- Full-width letters and letters beyond the BMP have a lower case in Unicode, and keep theirs.
ascii_lower('ＡA𐐀Z') => Ａa𐐀z
ascii_lower('😀A😀') => 😀a😀
hex(ascii_lower('A\u0000B\n')) => 6100620A
length(ascii_lower(repeat('Ä😀Z', 500))) => 1500
ascii_lower(5) => 5
ascii_lower(array('A')) =>! DATATYPE_MISMATCH
ascii_lower('A', 'B') =>! WRONG_NUM_ARGS
