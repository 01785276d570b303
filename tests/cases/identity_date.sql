identity_date(DATE '2024-02-29') => 2024-02-29
identity_date(DATE '1969-12-31') => 1969-12-31
identity_date(DATE '0001-01-01') => 0001-01-01
identity_date(DATE '9999-12-31') => 9999-12-31
identity_date(NULL) => NULL
typeof(identity_date(DATE '2024-01-01')) => date
identity_date(1) =>! DATATYPE_MISMATCH
