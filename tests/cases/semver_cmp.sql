semver_cmp(parse_semver('1.2.3'), parse_semver('1.2.3')) => 0
semver_cmp(parse_semver('1.2.4'), parse_semver('1.2.3')) => 1
semver_cmp(parse_semver('1.2.3'), parse_semver('1.2.4')) => -1
semver_cmp(parse_semver('1.10.0'), parse_semver('1.9.99')) => 1
semver_cmp(parse_semver('2.0.0'), parse_semver('10.0.0')) => -1
-- An earlier field decides against all after it.
semver_cmp(parse_semver('2.0.0'), parse_semver('1.9.9')) => 1
semver_cmp(parse_semver('1.9.9'), parse_semver('2.0.0')) => -1
semver_cmp(parse_semver('1.1.0'), parse_semver('1.0.9')) => 1
-- Differences that overflow an int.
semver_cmp(parse_semver('2147483647.0.0'), parse_semver('0.0.0')) => 1
semver_cmp(named_struct('major', -2147483648, 'minor', 0, 'patch', 0), named_struct('major', 2147483647, 'minor', 0, 'patch', 0)) => -1
semver_cmp(named_struct('major', 0, 'minor', 2147483647, 'patch', 0), named_struct('major', 0, 'minor', -2147483648, 'patch', 0)) => 1
semver_cmp(named_struct('major', 0, 'minor', 0, 'patch', -1), named_struct('major', 0, 'minor', 0, 'patch', 0)) => -1
semver_cmp(parse_semver('x'), parse_semver('1.2.3')) => NULL
semver_cmp(parse_semver('1.2.3'), NULL) => NULL
semver_cmp(NULL, parse_semver('1.2.3')) => NULL
semver_cmp(NULL, NULL) => NULL
-- Pre-releases are not ordered, and pass for no release.
semver_cmp(parse_semver('1.0.0-rc.1'), parse_semver('1.0.0')) => NULL
semver_cmp(parse_semver('1.0.0-alpha'), parse_semver('1.0.0-alpha.1')) => NULL
semver_cmp(parse_semver('1.0.0+build'), parse_semver('1.0.0')) => NULL
-- A null field, wherever it is.
semver_cmp(named_struct('major', CAST(NULL AS INT), 'minor', 0, 'patch', 0), parse_semver('1.2.3')) => NULL
semver_cmp(parse_semver('1.2.3'), named_struct('major', 0, 'minor', CAST(NULL AS INT), 'patch', 0)) => NULL
semver_cmp(parse_semver('1.2.3'), named_struct('major', 0, 'minor', 0, 'patch', CAST(NULL AS INT))) => NULL
typeof(semver_cmp(parse_semver('1.2.3'), parse_semver('1.2.3'))) => int
semver_cmp(parse_semver('1.2.3')) =>! WRONG_NUM_ARGS
semver_cmp(parse_semver('1.2.3'), '1.2.3') =>! DATATYPE_MISMATCH
