ip_in_cidr('10.1.2.3', '10.0.0.0/8') => true
ip_in_cidr('11.1.2.3', '10.0.0.0/8') => false
-- Both ends of a block, and the addresses beside it.
ip_in_cidr('192.168.4.0', '192.168.4.0/22') => true
ip_in_cidr('192.168.7.255', '192.168.4.0/22') => true
ip_in_cidr('192.168.3.255', '192.168.4.0/22') => false
ip_in_cidr('192.168.8.0', '192.168.4.0/22') => false
ip_in_cidr('128.0.0.0', '128.0.0.0/1') => true
ip_in_cidr('127.255.255.255', '128.0.0.0/1') => false
ip_in_cidr('1.2.3.5', '1.2.3.4/31') => true
ip_in_cidr('1.2.3.6', '1.2.3.4/31') => false
-- /0 is every address, /32 a single one.
ip_in_cidr('255.255.255.255', '0.0.0.0/0') => true
ip_in_cidr('0.0.0.0', '255.255.255.255/0') => true
ip_in_cidr('1.2.3.4', '1.2.3.4/32') => true
ip_in_cidr('1.2.3.5', '1.2.3.4/32') => false
ip_in_cidr('255.255.255.255', '255.255.255.255/32') => true
ip_in_cidr('0.0.0.0', '255.255.255.255/32') => false
-- Each prefix length: the block itself, the last bit that counts, and the first that does not.
ip_in_cidr('170.85.204.51', '170.85.204.51/{0..32}') => true
ip_in_cidr(long_to_ipv4(2857749555 ^ shiftleft(1L, 32 - {1..32})), '170.85.204.51/{1..32}') => false
ip_in_cidr(long_to_ipv4(2857749555 ^ shiftleft(1L, 31 - {0..31})), '170.85.204.51/{0..31}') => true
-- Host bits of the block are ignored.
ip_in_cidr('10.200.0.1', '10.1.2.3/8') => true
ip_in_cidr('10.1.2.200', '10.1.2.77/24') => true
ip_in_cidr('10.1.3.77', '10.1.2.77/24') => false
ip_in_cidr(NULL, '10.0.0.0/8') => NULL
ip_in_cidr('10.0.0.1', NULL) => NULL
ip_in_cidr(NULL, NULL) => NULL
ip_in_cidr('', '10.0.0.0/8') => NULL
ip_in_cidr('10.0.0.1', '') => NULL
-- A malformed address is null even where the block takes all.
ip_in_cidr('256.0.0.1', '0.0.0.0/0') => NULL
ip_in_cidr('01.0.0.1', '0.0.0.0/0') => NULL
ip_in_cidr(' 10.0.0.1', '10.0.0.0/8') => NULL
ip_in_cidr('10.0.0.1/8', '10.0.0.0/8') => NULL
-- Malformed blocks.
ip_in_cidr('10.0.0.1', '10.0.0.0') => NULL
ip_in_cidr('10.0.0.1', '10.0.0.0/') => NULL
ip_in_cidr('10.0.0.1', '/8') => NULL
ip_in_cidr('10.0.0.1', '/') => NULL
ip_in_cidr('10.0.0.1', '10.0.0.0/33') => NULL
ip_in_cidr('10.0.0.1', '10.0.0.0/40') => NULL
ip_in_cidr('10.0.0.1', '10.0.0.0/100') => NULL
ip_in_cidr('10.0.0.1', '10.0.0.0/-1') => NULL
ip_in_cidr('10.0.0.1', '10.0.0.0/+8') => NULL
ip_in_cidr('10.0.0.1', '10.0.0.0/08') => NULL
ip_in_cidr('10.0.0.1', '10.0.0.0/00') => NULL
ip_in_cidr('10.0.0.1', '10.0.0.0/8 ') => NULL
ip_in_cidr('10.0.0.1', '10.0.0.0 /8') => NULL
ip_in_cidr('10.0.0.1', '10.0.0.0/8/8') => NULL
ip_in_cidr('10.0.0.1', '10.0.0.0//8') => NULL
ip_in_cidr('10.0.0.1', '10.0.0.0/٨') => NULL
ip_in_cidr('10.0.0.1', concat('10.0.0.0/8', chr(10))) => NULL
ip_in_cidr('10.0.0.1', '010.0.0.0/8') => NULL
ip_in_cidr('10.0.0.1', '10.0.0/8') => NULL
ip_in_cidr('10.0.0.1', '10.0.0.0/255.0.0.0') => NULL
ip_in_cidr('::1', '::/0') => NULL
ip_in_cidr('10.0.0.1', 8) => NULL
ip_in_cidr('10.0.0.1') =>! WRONG_NUM_ARGS
