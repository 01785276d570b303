array_cosine(array(1D, 0D), array(2D, 0D)) => 1.0
array_cosine(array(1D, 0D), array(0D, 1D)) => 0.0
array_cosine(array(1D, 2D), array(-1D, -2D)) => -0.9999999999999998
array_cosine(array(3D, 4D), array(4D, 3D)) => 0.96
array_cosine(array(5D), array(-7D)) => -1.0
-- The sums run in index order: backwards the small numbers would be lost in the large ones.
array_cosine(array(1D, 1D, 1D, 1E16D), array(1D, 1D, 1D, 1D)) => 0.5000000000000002
array_cosine(array(1E16D, 1D, 1D, 1D), array(1D, 1D, 1D, 1D)) => 0.5
-- Rounding leads beyond 1 and -1, which are the ends.
array_cosine(array(0.1D, 0.6D), array(0.1D, 0.6D)) => 1.0
array_cosine(array(0.1D, 0.6D), array(-0.1D, -0.6D)) => -1.0
-- More elements than are summed in one step.
array_cosine(transform(sequence(1, 20), x -> double(x)), transform(sequence(1, 20), x -> double(1))) => 0.8765230646861661
array_cosine(array_repeat(1D, 8), array_repeat(2D, 8)) => 0.9999999999999998
array_cosine(array_repeat(1D, 9), array_repeat(2D, 9)) => 1.0
-- No norm: nothing to compare with.
array_cosine(array(), array()) => NULL
array_cosine(array(0D, 0D), array(1D, 1D)) => NULL
array_cosine(array(1D, 1D), array(0D, -0.0D)) => NULL
-- The squares are too small for a double.
array_cosine(array(1E-170D), array(1D)) => NULL
array_cosine(array(1D, 2D), array(1D)) => NULL
array_cosine(array(1D), array()) => NULL
array_cosine(array(1D, NULL), array(1D, 2D)) => NULL
array_cosine(array(1D, 2D), array(NULL, 2D)) => NULL
-- A null element beside sizes that differ, and beside no norm.
array_cosine(array(1D, NULL), array(1D)) => NULL
array_cosine(array(CAST(NULL AS DOUBLE)), array(0D)) => NULL
array_cosine(NULL, array(1D)) => NULL
array_cosine(array(1D), NULL) => NULL
array_cosine(CAST(NULL AS ARRAY<DOUBLE>), CAST(NULL AS ARRAY<DOUBLE>)) => NULL
-- NaN and infinities spread as in any sum.
array_cosine(array(double('NaN')), array(1D)) => NaN
array_cosine(array(1D, 2D), array(1D, double('NaN'))) => NaN
array_cosine(array(double('Infinity')), array(1D)) => NaN
array_cosine(array(1D, 1D), array(double('Infinity'), double('-Infinity'))) => NaN
-- The other vector has no norm: NaN does not change that.
array_cosine(array(double('NaN')), array(0D)) => NULL
-- Squares that overflow.
array_cosine(array(1E200D), array(1E200D)) => NaN
array_cosine(array(1E200D), array(1D)) => 0.0
-- Numbers of other types are cast.
array_cosine(array(1, 0), array(2, 0)) => 1.0
array_cosine(array(1D)) =>! WRONG_NUM_ARGS
array_cosine(array(1D), 1D) =>! DATATYPE_MISMATCH
array_cosine(array('a'), array(map('a', 1D))) =>! DATATYPE_MISMATCH
