identity_map_of_structs(map('k', array(named_struct('day', DATE '2024-02-29', 'at', TIMESTAMP '2024-02-29 01:02:03.000004', 'amount', CAST(1.25 AS DECIMAL(20,3)))))) => {k -> [{2024-02-29, 2024-02-29 01:02:03.000004, 1.250}]}
identity_map_of_structs(map('k', array(named_struct('day', CAST(NULL AS DATE), 'at', CAST(NULL AS TIMESTAMP), 'amount', 99999999999999999.999BD), NULL))) => {k -> [{null, null, 99999999999999999.999}, null]}
identity_map_of_structs(map('a', CAST(NULL AS ARRAY<STRUCT<day: DATE, at: TIMESTAMP, amount: DECIMAL(20,3)>>), 'b', array())) => {a -> null, b -> []}
identity_map_of_structs(map()) => {}
identity_map_of_structs(NULL) => NULL
identity_map_of_structs(map('k', 1)) =>! DATATYPE_MISMATCH
