identity_void(NULL) => NULL
typeof(identity_void(NULL)) => void
identity_void(void_null()) => NULL
identity_void(1) =>! DATATYPE_MISMATCH
