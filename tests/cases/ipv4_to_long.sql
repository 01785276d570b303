ipv4_to_long('192.168.0.1') => 3232235521
ipv4_to_long('1.2.3.4') => 16909060
ipv4_to_long('0.0.0.0') => 0
ipv4_to_long('255.255.255.255') => 4294967295
-- The top octet must not become a sign.
ipv4_to_long('128.0.0.0') => 2147483648
ipv4_to_long('0.0.0.255') => 255
ipv4_to_long('0.0.255.0') => 65280
ipv4_to_long('9.10.99.100') => 151675748
ipv4_to_long('199.200.249.250') => 3351837178
ipv4_to_long(NULL) => NULL
ipv4_to_long('') => NULL
-- Beyond an octet, in each place.
ipv4_to_long('256.0.0.1') => NULL
ipv4_to_long('1.260.0.1') => NULL
ipv4_to_long('1.0.300.1') => NULL
ipv4_to_long('1.0.0.999') => NULL
ipv4_to_long('1.0.0.1000') => NULL
ipv4_to_long('1.0.0.4294967297') => NULL
ipv4_to_long('99999999999999999999.0.0.1') => NULL
-- Leading zeros are octal to some parsers: inet_pton refuses them, and so do we.
ipv4_to_long('010.0.0.1') => NULL
ipv4_to_long('1.2.3.04') => NULL
ipv4_to_long('1.00.0.1') => NULL
ipv4_to_long('00.0.0.0') => NULL
ipv4_to_long('0x7f.0.0.1') => NULL
-- The short forms of inet_aton are no dotted quads, and five octets are none either.
ipv4_to_long('127.1') => NULL
ipv4_to_long('2130706433') => NULL
ipv4_to_long('1.2.3') => NULL
ipv4_to_long('1.2.3.') => NULL
ipv4_to_long('1.2.3.4.') => NULL
ipv4_to_long('.1.2.3.4') => NULL
ipv4_to_long('1..2.3') => NULL
ipv4_to_long('1.2.3.4.5') => NULL
ipv4_to_long('...') => NULL
ipv4_to_long('.') => NULL
-- Signs, blanks and line feeds.
ipv4_to_long('+1.2.3.4') => NULL
ipv4_to_long('1.-2.3.4') => NULL
ipv4_to_long(' 1.2.3.4') => NULL
ipv4_to_long('1.2.3.4 ') => NULL
ipv4_to_long('1.2. 3.4') => NULL
ipv4_to_long(concat('1.2.3.4', chr(10))) => NULL
ipv4_to_long(concat('1.2.3.4', chr(0))) => NULL
ipv4_to_long(concat('5.6.7.8', chr(10), '1.2.3.4')) => NULL
-- Digits of other scripts, and a full-width full stop.
ipv4_to_long('١.2.3.4') => NULL
ipv4_to_long('1.2.3.４') => NULL
ipv4_to_long('1.2.3．4') => NULL
ipv4_to_long('1.2.3.😀') => NULL
-- Neither a part of something nor IPv6.
ipv4_to_long('1.2.3.4/32') => NULL
ipv4_to_long('1.2.3.4:80') => NULL
ipv4_to_long('::ffff:1.2.3.4') => NULL
ipv4_to_long('localhost') => NULL
ipv4_to_long(long_to_ipv4(3735928559)) => 3735928559
typeof(ipv4_to_long('1.2.3.4')) => bigint
ipv4_to_long(array('1.2.3.4')) =>! DATATYPE_MISMATCH
