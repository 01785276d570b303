-- Rounded to a millimetre: the declared tolerance leaves the last bits open.
round(haversine_km(52.5200D, 13.4050D, 48.8566D, 2.3522D), 6) => 877.464538
round(haversine_km(36.12D, -86.67D, 33.94D, -118.40D), 6) => 2886.44843
haversine_km(10D, 20D, 10D, 20D) => 0.0
haversine_km(0D, 0D, 0D, 0D) => 0.0
-- A quarter and half of the way round.
round(haversine_km(0D, 0D, 0D, 90D), 6) => 10007.557221
round(haversine_km(0D, 0D, 90D, 0D), 6) => 10007.557221
round(haversine_km(0D, 0D, 0D, 180D), 6) => 20015.114442
round(haversine_km(0D, 0D, 0D, -180D), 6) => 20015.114442
round(haversine_km(90D, 0D, -90D, 0D), 6) => 20015.114442
round(haversine_km(-90D, 33D, 90D, -71D), 6) => 20015.114442
-- Opposite points in general position, and a millionth of a degree beside: asin(sqrt(h)) would be off by metres.
round(haversine_km(12.5D, 77.25D, -12.5D, -102.75D), 6) => 20015.114442
round((20015.114442 - haversine_km(12.5D, 77.25D, -12.5D, -102.750001D)) * 1000, 2) => 0.11
-- Close points keep their digits.
round(haversine_km(12.5D, 77.25D, 12.5000001D, 77.25D) * 1000000, 3) => 11.12
-- At a pole every longitude is one point.
round(haversine_km(90D, 0D, 90D, 123D), 9) => 0.0
-- Across the date line the short way is taken.
round(haversine_km(0D, 179.5D, 0D, -179.5D), 6) => 111.19508
-- Longitudes are angles, so whole turns do not matter.
round(haversine_km(1D, 2D, 3D, 4D), 6) => 314.403385
round(haversine_km(1D, 2D, 3D, 364D), 6) => 314.403385
haversine_km(double('NaN'), 0D, 0D, 0D) => NaN
haversine_km(0D, double('NaN'), 0D, 0D) => NaN
haversine_km(0D, 0D, double('NaN'), 0D) => NaN
haversine_km(0D, 0D, 0D, double('NaN')) => NaN
haversine_km(double('Infinity'), 0D, 0D, 0D) => NaN
haversine_km(0D, double('-Infinity'), 0D, 0D) => NaN
-- A difference that overflows is an infinity.
haversine_km(0D, 1.7E308D, 0D, -1.7E308D) => NaN
haversine_km(NULL, 0D, 0D, 0D) => NULL
haversine_km(0D, 0D, 0D, CAST(NULL AS DOUBLE)) => NULL
-- Null wins over NaN.
haversine_km(NULL, double('NaN'), 0D, 0D) => NULL
-- Numbers of other types are cast.
round(haversine_km(0, 0, 0, 90), 6) => 10007.557221
haversine_km(0D, 0D, 0D) =>! WRONG_NUM_ARGS
haversine_km(0D, 0D, 0D, true) =>! DATATYPE_MISMATCH
