-- The number itself stands with the build alone.
lib_version() RLIKE '^[0-9]+[.][0-9]+[.][0-9]+([-+.].*)?$' => true
lib_version() = lib_version() => true
typeof(lib_version()) => string
lib_version(1) =>! WRONG_NUM_ARGS
