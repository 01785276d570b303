void_null() => NULL
typeof(void_null()) => void
void_null() IS NULL => true
coalesce(void_null(), 'a') => a
array(void_null()) => [null]
void_null(NULL) =>! WRONG_NUM_ARGS
