identity_boolean(true) => true
identity_boolean(false) => false
identity_boolean(NULL) => NULL
typeof(identity_boolean(true)) => boolean
identity_boolean(DATE '2024-01-01') =>! DATATYPE_MISMATCH
