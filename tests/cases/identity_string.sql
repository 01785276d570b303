identity_string('abc') => abc
identity_string('') => 
concat('[', identity_string(' a '), ']') => [ a ]
identity_string('Grüße, 世界 😀') => Grüße, 世界 😀
-- A zero byte is a character like any other.
hex(identity_string(concat('a', char(0), 'b'))) => 610062
length(identity_string(repeat('x', 5000))) => 5000
identity_string(NULL) => NULL
identity_string(1) => 1
typeof(identity_string('a')) => string
identity_string(map(1, 2)) =>! DATATYPE_MISMATCH
