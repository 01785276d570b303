long_to_ipv4(3232235521) => 192.168.0.1
long_to_ipv4(16909060) => 1.2.3.4
long_to_ipv4(0) => 0.0.0.0
long_to_ipv4(1) => 0.0.0.1
long_to_ipv4(255) => 0.0.0.255
long_to_ipv4(256) => 0.0.1.0
long_to_ipv4(65536) => 0.1.0.0
long_to_ipv4(16777216) => 1.0.0.0
long_to_ipv4(2147483647) => 127.255.255.255
long_to_ipv4(2147483648) => 128.0.0.0
long_to_ipv4(4294967295) => 255.255.255.255
long_to_ipv4(168430090) => 10.10.10.10
long_to_ipv4(1684300900) => 100.100.100.100
long_to_ipv4(NULL) => NULL
-- Not 32 bits, some of them with low bits that look like an address.
long_to_ipv4(-1) => NULL
long_to_ipv4(4294967296) => NULL
long_to_ipv4(4294967297) => NULL
long_to_ipv4(-4294967295) => NULL
long_to_ipv4(-2147483648) => NULL
long_to_ipv4(9223372036854775807) => NULL
long_to_ipv4(-9223372036854775807 - 1) => NULL
-- Smaller integers are widened.
long_to_ipv4(7Y) => 0.0.0.7
long_to_ipv4(-7S) => NULL
long_to_ipv4(ipv4_to_long('203.0.113.9')) => 203.0.113.9
typeof(long_to_ipv4(0)) => string
long_to_ipv4(array(1)) =>! DATATYPE_MISMATCH
