phone_e164('(650) 253-0000', '1') => +16502530000
phone_e164('6502530000', '+1') => +16502530000
-- With a plus sign the number has its country code.
phone_e164('+49 30 1234567', '1') => +49301234567
phone_e164('+49 30 1234567', '') => +49301234567
-- Only at the very start.
phone_e164(' +49 30 1234567', '1') => +149301234567
phone_e164('0049 30 1234567', '49') => +490049301234567
phone_e164('+1+2+345678', '9') => +12345678
-- 8 to 15 digits, country code and all.
phone_e164('1234567', '') => NULL
phone_e164('12345678', '') => +12345678
phone_e164('1234567', '8') => +81234567
phone_e164('123456', '8') => NULL
phone_e164('123456789012345', '') => +123456789012345
phone_e164('12345678901234', '5') => +512345678901234
phone_e164('123456789012345', '6') => NULL
phone_e164('+123456789012345', '6') => +123456789012345
phone_e164('+1234567890123456', '6') => NULL
phone_e164('+1234567', '89') => NULL
phone_e164('', '') => NULL
phone_e164('', '12345678') => +12345678
phone_e164('+', '12345678') => NULL
phone_e164('no digits', '1') => NULL
-- Digits are those of ASCII.
phone_e164('١٢٣٤٥٦٧٨', '1') => NULL
phone_e164('１２３４５６７８', '1') => NULL
phone_e164('12a34b56c78😀', 'x1y') => +112345678
phone_e164('＋12345678', '9') => +912345678
phone_e164('123\n456\n78', '9') => +912345678
phone_e164('12345\u0000678', '9') => +912345678
phone_e164(NULL, '1') => NULL
phone_e164('12345678', NULL) => NULL
phone_e164('+12345678', NULL) => NULL
phone_e164(NULL, NULL) => NULL
phone_e164(repeat('1', 3000), '1') => NULL
typeof(phone_e164('12345678', '1')) => string
phone_e164(12345678, 1) => +112345678
phone_e164('12345678') =>! WRONG_NUM_ARGS
phone_e164(array('12345678'), '1') =>! DATATYPE_MISMATCH
