luhn_digit('7992739871') => 3
luhn_digit('453914880343646') => 7
luhn_digit('37828224631000') => 5
-- Every last digit: it is doubled.
luhn_digit('0') => 0
luhn_digit('1') => 8
luhn_digit('2') => 6
luhn_digit('3') => 4
luhn_digit('4') => 2
luhn_digit('5') => 9
luhn_digit('6') => 7
luhn_digit('7') => 5
luhn_digit('8') => 3
luhn_digit('9') => 1
-- The one before is not.
luhn_digit('10') => 9
luhn_digit('90') => 1
luhn_digit('00') => 0
luhn_digit('0007992739871') => 3
luhn_digit(NULL) => NULL
luhn_digit('') => NULL
luhn_digit(' ') => NULL
luhn_digit('7992-7398-71') => NULL
luhn_digit('/') => NULL
luhn_digit(':') => NULL
luhn_digit('-1') => NULL
luhn_digit('1\n') => NULL
luhn_digit('1\u0000') => NULL
luhn_digit('١') => NULL
luhn_digit('😀1') => NULL
-- Long numbers: 5000 nines are 2500 doubled ones of 9 and 2500 plain ones.
luhn_digit(repeat('9', 5000)) => 0
luhn_digit(repeat('9', 5001)) => 1
luhn_valid(concat('123456789', luhn_digit('123456789'))) => true
typeof(luhn_digit('1')) => tinyint
luhn_digit(12) => 5
luhn_digit(array('1')) =>! DATATYPE_MISMATCH
luhn_digit('1', '2') =>! WRONG_NUM_ARGS
