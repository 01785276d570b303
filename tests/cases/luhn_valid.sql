luhn_valid('79927398713') => true
luhn_valid('79927398710') => false
luhn_valid('79927398711') => false
luhn_valid('4539148803436467') => true
luhn_valid('4539148803436468') => false
luhn_valid('378282246310005') => true
luhn_valid(NULL) => NULL
luhn_valid('') => false
luhn_valid('0') => true
luhn_valid('1') => false
luhn_valid('9') => false
luhn_valid('18') => true
-- Every doubled digit: 2d, or 2d - 9 from 5 on.
luhn_valid('00') => true
luhn_valid('26') => true
luhn_valid('34') => true
luhn_valid('42') => true
luhn_valid('59') => true
luhn_valid('67') => true
luhn_valid('75') => true
luhn_valid('83') => true
luhn_valid('91') => true
luhn_valid('95') => false
-- Leading zeros change nothing.
luhn_valid('00079927398713') => true
-- The neighbours of 0 and 9, blanks, signs and hyphens are no digits.
luhn_valid('/') => false
luhn_valid(':') => false
luhn_valid(' 79927398713') => false
luhn_valid('79927398713 ') => false
luhn_valid('79927398713\n') => false
luhn_valid('7992-7398-713') => false
luhn_valid('-18') => false
luhn_valid('+18') => false
luhn_valid('1.8') => false
luhn_valid('\u0000') => false
luhn_valid('18\u0000') => false
-- Digits outside ASCII: Arabic-Indic, full-width, mathematical (a surrogate pair).
luhn_valid('١٨') => false
luhn_valid('１８') => false
luhn_valid('𝟏𝟖') => false
luhn_valid('abc') => false
-- Far longer than any number type, and longer than 256, of even and odd length.
luhn_valid(repeat('0', 1000)) => true
luhn_valid(concat(repeat('18', 1000), '18')) => true
luhn_valid(concat(repeat('18', 1000), '17')) => false
luhn_valid(concat('0', repeat('18', 301))) => true
luhn_valid(concat(repeat('9', 1000), 'x')) => false
luhn_valid(18) => true
luhn_valid(array('18')) =>! DATATYPE_MISMATCH
luhn_valid('18', '18') =>! WRONG_NUM_ARGS
