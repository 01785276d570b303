url_decode_form('a+b') => a b
url_decode_form('a%20b') => a b
url_decode_form('plain') => plain
url_decode_form('') => 
url_decode_form(NULL) => NULL
url_decode_form('%2B') => +
url_decode_form('%2b%3D%3d') => +==
-- Decoded once only.
concat('[', url_decode_form('%2541%252B+'), ']') => [%41%2B ]
url_decode_form('%25+%2525') => % %25
-- What needs an escape but has none stays.
url_decode_form('a&b=c?d#e/f~*é😀') => a&b=c?d#e/f~*é😀
hex(url_decode_form('%00%0A%7f')) => 000A7F
-- Malformed escapes: cut off, or not two hexadecimal digits of ASCII.
url_decode_form('%') => NULL
url_decode_form('%4') => NULL
url_decode_form('abc%') => NULL
url_decode_form('100%25%') => NULL
url_decode_form('%%41') => NULL
url_decode_form('%4%41') => NULL
url_decode_form('%G1') => NULL
url_decode_form('%1g') => NULL
url_decode_form('%/1') => NULL
url_decode_form('%:1') => NULL
url_decode_form('%@1') => NULL
url_decode_form('%`1') => NULL
url_decode_form('%-1') => NULL
url_decode_form('%+1') => NULL
url_decode_form('% 1') => NULL
url_decode_form('%u0041') => NULL
url_decode_form('%４１') => NULL
url_decode_form('%1😀') => NULL
url_decode_form('%\n') => NULL
url_decode_form('%4\n') => NULL
url_decode_form('%41\n%') => NULL
-- Two, three and four octets, least and greatest of each.
hex(url_decode_form('%C2%80%DF%BF')) => C280DFBF
hex(url_decode_form('%E0%A0%80%EF%BF%BF')) => E0A080EFBFBF
hex(url_decode_form('%ED%9F%BF%EE%80%80')) => ED9FBFEE8080
hex(url_decode_form('%F0%90%80%80%F4%8F%BF%BF')) => F0908080F48FBFBF
url_decode_form('%c3%a4%E2%82%aC%f0%9F%98%80') => ä€😀
url_decode_form('ä%C3%A4😀%F0%9F%98%80€') => ää😀😀€
-- Octets that UTF-8 does not have, or that begin nothing.
url_decode_form('%80') => NULL
url_decode_form('%BF') => NULL
url_decode_form('%FF') => NULL
url_decode_form('%FE%FF') => NULL
url_decode_form('a%80') => NULL
url_decode_form('%41%80') => NULL
url_decode_form('%C3%A4%A4') => NULL
url_decode_form('%E2%82%AC%AC') => NULL
url_decode_form('%F0%9F%98%80%80') => NULL
-- Cut off at the end, by another character, by another sequence.
url_decode_form('%C3') => NULL
url_decode_form('%C3a') => NULL
url_decode_form('%C3%41') => NULL
url_decode_form('%C3+%A4') => NULL
url_decode_form('%C3%C3%A4') => NULL
url_decode_form('%E2%82') => NULL
url_decode_form('%E2%82%41') => NULL
url_decode_form('%E2%C3%A4') => NULL
url_decode_form('%F0%9F%98') => NULL
url_decode_form('%F0%9F%98%E2%82%AC') => NULL
-- A character without escapes does not complete octets, nor does half an escape.
url_decode_form('%C3¤') => NULL
url_decode_form('Ã%A4') => NULL
url_decode_form('%C3%A') => NULL
-- Overlong forms.
url_decode_form('%C0%80') => NULL
url_decode_form('%C1%BF') => NULL
url_decode_form('%E0%80%80') => NULL
url_decode_form('%E0%9F%BF') => NULL
url_decode_form('%F0%80%80%80') => NULL
url_decode_form('%F0%8F%BF%BF') => NULL
-- Surrogates, alone and as a pair.
url_decode_form('%ED%A0%80') => NULL
url_decode_form('%ED%BF%BF') => NULL
url_decode_form('%ED%A0%BD%ED%B8%80') => NULL
-- Above U+10FFFF.
url_decode_form('%F4%90%80%80') => NULL
url_decode_form('%F5%80%80%80') => NULL
-- One bad octet far behind much that is good.
url_decode_form(concat(repeat('%C3%A4+x', 300), '%A4')) => NULL
length(url_decode_form(repeat('%F0%9F%98%80+x', 300))) => 900
url_decode_form(url_encode_form('a b&c=ä€😀~*%+')) => a b&c=ä€😀~*%+
url_decode_form(1.5) => 1.5
url_decode_form(array('a')) =>! DATATYPE_MISMATCH
url_decode_form() =>! WRONG_NUM_ARGS
