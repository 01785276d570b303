hex(identity_binary(X'00FF')) => 00FF
hex(identity_binary(X'')) => 
-- Bytes that are no UTF-8.
hex(identity_binary(X'C0AF80')) => C0AF80
length(identity_binary(CAST(repeat('x', 100000) AS BINARY))) => 100000
identity_binary(NULL) => NULL
typeof(identity_binary(X'00')) => binary
identity_binary(1) =>! DATATYPE_MISMATCH
