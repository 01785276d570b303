mask_email('jane.doe@example.com') => j***@example.com
mask_email('j@example.com') => j***@example.com
mask_email('a@') => a***@
-- The first @ counts.
mask_email('a@b@c') => a***@b@c
mask_email('@example.com') => @***@example.com
mask_email('@') => @***@
mask_email('@@') => @***@@
-- No @, nor what looks like one.
mask_email('nobody') => NULL
mask_email('') => NULL
mask_email('＠') => NULL
mask_email(NULL) => NULL
-- The first character is a code point.
mask_email('äöü@exämple.de') => ä***@exämple.de
mask_email('😀😀@😀') => 😀***@😀
mask_email('e\u0301x@y') => e***@y
mask_email(' a@b') =>  ***@b
mask_email('a\nb@c') => a***@c
hex(mask_email('\u0000b@')) => 002A2A2A40
length(mask_email(concat(repeat('ä', 3000), '@', repeat('b', 3000)))) => 3005
typeof(mask_email('a@b')) => string
mask_email(array('a@b')) =>! DATATYPE_MISMATCH
mask_email('a@b', 'c') =>! WRONG_NUM_ARGS
