-- The result has the type of the argument, precision and nesting included.
typeof(identity(CAST(1.5 AS DECIMAL(21,3)))) => decimal(21,3)
identity(CAST(1.5 AS DECIMAL(21,3))) => 1.500
typeof(identity(array(map('a', 1L)))) => array<map<string,bigint>>
typeof(identity(NULL)) => void
identity(NULL) => NULL
identity(CAST(NULL AS MAP<STRING, INT>)) => NULL
identity(array(map('a', 1L), map(), NULL)) => [{a -> 1}, {}, null]
-- Days that the calendar of java.sql.Date skips.
identity(DATE '1582-10-10') => 1582-10-10
identity(TIMESTAMP '1582-10-10 01:02:03.000004') => 1582-10-10 01:02:03.000004
identity(map('k', array(named_struct('d', DATE '1582-10-10', 't', TIMESTAMP '1582-10-10 01:02:03.000004')))) => {k -> [{1582-10-10, 1582-10-10 01:02:03.000004}]}
identity(named_struct('a', 1, 'b', named_struct('c', X'00FF'))).b.c = X'00FF' => true
typeof(identity(named_struct('a', 1Y, 'b', 'x'))) => struct<a:tinyint,b:string>
identity(99999999999999999999999999999999999999BD) => 99999999999999999999999999999999999999
-- What cuDF does not have is refused when the query is analysed, with the reason.
identity(INTERVAL 1 DAY) =>! INTERVAL DAY
identity(array(INTERVAL 1 YEAR)) =>! INTERVAL YEAR
identity(to_timestamp_ntz('2024-01-01 00:00:00')) =>! TIMESTAMP_NTZ
identity() =>! WRONG_NUM_ARGS
identity(1, 2) =>! WRONG_NUM_ARGS
