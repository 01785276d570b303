parse_semver('1.22.333') => {1, 22, 333}
parse_semver('0.0.0') => {0, 0, 0}
parse_semver('10.20.30') => {10, 20, 30}
parse_semver('1.2.3').major => 1
parse_semver('1.2.3').minor => 2
parse_semver('1.2.3').patch => 3
parse_semver(NULL) => NULL
parse_semver('') => NULL
-- A field of a null struct is null.
parse_semver('1.2').major => NULL
parse_semver('1.2.2147483648').major => NULL
-- The ends of int, in each place.
parse_semver('2147483647.2147483647.2147483647') => {2147483647, 2147483647, 2147483647}
parse_semver('2147483648.0.0') => NULL
parse_semver('0.2147483648.0') => NULL
parse_semver('0.0.2147483648') => NULL
parse_semver('999999999.1000000000.2000000000') => {999999999, 1000000000, 2000000000}
parse_semver('3999999999.0.0') => NULL
parse_semver('4000000000.0.0') => NULL
-- Numbers that wrap to small ones in 32 and in 64 bits.
parse_semver('4294967297.0.0') => NULL
parse_semver('0.0.9999999999') => NULL
parse_semver('0.10000000000.0') => NULL
parse_semver('18446744073709551617.0.0') => NULL
parse_semver('00000000001.0.0') => NULL
-- No leading zeros, as the specification has it.
parse_semver('01.2.3') => NULL
parse_semver('1.02.3') => NULL
parse_semver('1.2.03') => NULL
parse_semver('1.2.00') => NULL
-- Suffixes, prefixes and other numbers of numbers.
parse_semver('1.2.3-alpha') => NULL
parse_semver('1.2.3-rc.1+build.5') => NULL
parse_semver('1.2.3+build') => NULL
parse_semver('v1.2.3') => NULL
parse_semver('1') => NULL
parse_semver('1.2') => NULL
parse_semver('1.2.3.4') => NULL
parse_semver('1.2.') => NULL
parse_semver('.1.2') => NULL
parse_semver('1..2') => NULL
parse_semver('..') => NULL
parse_semver('1.2.3.') => NULL
parse_semver('.1.2.3') => NULL
-- Signs, blanks, line feeds and digits of other scripts.
parse_semver('+1.2.3') => NULL
parse_semver('1.-2.3') => NULL
parse_semver(' 1.2.3') => NULL
parse_semver('1.2.3 ') => NULL
parse_semver('1. 2.3') => NULL
parse_semver(concat('1.2.3', chr(10))) => NULL
parse_semver(concat('0.0.0', chr(10), '1.2.3')) => NULL
parse_semver(concat('1.2.3', chr(0))) => NULL
parse_semver('١.٢.٣') => NULL
parse_semver('1.2.３') => NULL
parse_semver('1。2。3') => NULL
parse_semver('a.b.c') => NULL
parse_semver('1,2,3') => NULL
parse_semver('1x2x3') => NULL
typeof(parse_semver('1.2.3')) => struct<major:int,minor:int,patch:int>
parse_semver(array('1.2.3')) =>! DATATYPE_MISMATCH
