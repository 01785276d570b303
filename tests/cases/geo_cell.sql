-- The bits of geohashes: u33d, u4pruydqqv and ezs4.
geo_cell(52.5200D, 13.4050D, 10) => 855148
geo_cell(57.64911D, 10.40744D, 25) => 919938875677403
geo_cell(42.6D, -5.6D, 10) => 458500
-- One cell, then four: longitude decides the higher bit.
geo_cell(52.5200D, 13.4050D, 0) => 0
geo_cell(-1D, -1D, 1) => 0
geo_cell(1D, -1D, 1) => 1
geo_cell(-1D, 1D, 1) => 2
geo_cell(1D, 1D, 1) => 3
-- A border belongs to the part that it begins.
geo_cell(0D, 0D, 1) => 3
geo_cell(double('-0.0'), double('-0.0'), 1) => 3
geo_cell(-1E-9D, -1E-9D, 1) => 0
geo_cell(45D, 90D, 2) => 15
geo_cell(-45D, -90D, 2) => 3
-- So small that the sum is a half turn again.
geo_cell(1E-320D, -1E-320D, 31) => 3458764513820540928
-- The corners; the last part holds its upper end too.
geo_cell(-90D, -180D, 31) => 0
geo_cell(90D, 180D, 31) => 4611686018427387903
geo_cell(90D, -180D, 1) => 1
geo_cell(-90D, 180D, 1) => 2
geo_cell(89.99999999999999D, 179.99999999999997D, 31) => 4611686018427387903
-- What lies outside is moved to the nearest end.
geo_cell(91D, 181D, 31) => 4611686018427387903
geo_cell(-90.5D, -1E300D, 31) => 0
geo_cell(1.7976931348623157E308D, -1.7976931348623157E308D, 1) => 1
geo_cell(double('Infinity'), double('-Infinity'), 1) => 1
geo_cell(double('-Infinity'), double('Infinity'), 1) => 2
-- The cell around a cell is its number without the last two bits.
shiftright(geo_cell(52.5200D, 13.4050D, 20), 2) = geo_cell(52.5200D, 13.4050D, 19) => true
geo_cell(double('NaN'), 0D, 5) => NULL
geo_cell(0D, double('NaN'), 5) => NULL
geo_cell(0D, 0D, -1) => NULL
geo_cell(0D, 0D, 32) => NULL
geo_cell(0D, 0D, 2147483647) => NULL
geo_cell(0D, 0D, -2147483648) => NULL
geo_cell(NULL, 0D, 5) => NULL
geo_cell(0D, NULL, 5) => NULL
geo_cell(0D, 0D, NULL) => NULL
geo_cell(double('NaN'), NULL, NULL) => NULL
typeof(geo_cell(0D, 0D, 1)) => bigint
-- Numbers of other types are cast.
geo_cell(42.6BD, -5, 10S) => 458502
geo_cell(0D, 0D) =>! WRONG_NUM_ARGS
geo_cell(0D, true, 1) =>! DATATYPE_MISMATCH
