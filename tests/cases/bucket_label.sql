bucket_label(21.5D, named_struct('edges', array(0D, 20D, 30D), 'labels', array('frost', 'cold', 'warm', 'hot'))) => warm
bucket_label(-0.5D, named_struct('edges', array(0D, 20D, 30D), 'labels', array('frost', 'cold', 'warm', 'hot'))) => frost
-- An edge belongs to the bucket that it begins, and both zeros are one.
bucket_label(20D, named_struct('edges', array(0D, 20D, 30D), 'labels', array('frost', 'cold', 'warm', 'hot'))) => warm
bucket_label(0D, named_struct('edges', array(0D, 20D, 30D), 'labels', array('frost', 'cold', 'warm', 'hot'))) => cold
bucket_label(double('-0.0'), named_struct('edges', array(0D, 20D, 30D), 'labels', array('frost', 'cold', 'warm', 'hot'))) => cold
bucket_label(0D, named_struct('edges', array(double('-0.0')), 'labels', array('below', 'from'))) => from
bucket_label(1E-320D, named_struct('edges', array(0D, 2E-320D), 'labels', array('a', 'b', 'c'))) => b
-- Above all edges: the label after theirs, if there is one.
bucket_label(30D, named_struct('edges', array(0D, 20D, 30D), 'labels', array('frost', 'cold', 'warm', 'hot'))) => hot
bucket_label(31D, named_struct('edges', array(0D, 20D, 30D), 'labels', array('frost', 'cold', 'warm'))) => NULL
bucket_label(1D, named_struct('edges', array(0D, 20D, 30D), 'labels', array('frost'))) => NULL
bucket_label(31D, named_struct('edges', array(0D), 'labels', array('a', 'b', 'too many', 'labels'))) => b
bucket_label(double('Infinity'), named_struct('edges', array(0D, double('Infinity')), 'labels', array('a', 'b', 'c'))) => c
bucket_label(1E300D, named_struct('edges', array(0D, double('Infinity')), 'labels', array('a', 'b', 'c'))) => b
bucket_label(double('-Infinity'), named_struct('edges', array(double('-Infinity'), 0D), 'labels', array('a', 'b', 'c'))) => b
-- Without edges all is one bucket.
bucket_label(5D, named_struct('edges', CAST(array() AS ARRAY<DOUBLE>), 'labels', array('all'))) => all
bucket_label(5D, named_struct('edges', CAST(array() AS ARRAY<DOUBLE>), 'labels', CAST(array() AS ARRAY<STRING>))) => NULL
-- Not in order: still the first edge above.
bucket_label(5D, named_struct('edges', array(1D, 9D, 6D), 'labels', array('a', 'b', 'c', 'd'))) => b
-- Null and NaN edges are above nothing, but have their places.
bucket_label(5D, named_struct('edges', array(NULL, 9D), 'labels', array('a', 'b', 'c'))) => b
bucket_label(5D, named_struct('edges', array(double('NaN'), 9D), 'labels', array('a', 'b', 'c'))) => b
bucket_label(5D, named_struct('edges', array(double('NaN')), 'labels', array('a', 'b'))) => b
bucket_label(5D, named_struct('edges', array(CAST(NULL AS DOUBLE)), 'labels', array('a', 'b'))) => b
-- A label may be empty or null.
bucket_label(5D, named_struct('edges', array(9D), 'labels', array('', 'b'))) => 
bucket_label(5D, named_struct('edges', array(9D), 'labels', array(NULL, 'b'))) => NULL
bucket_label(double('NaN'), named_struct('edges', array(9D), 'labels', array('a', 'b'))) => NULL
bucket_label(double('NaN'), named_struct('edges', CAST(array() AS ARRAY<DOUBLE>), 'labels', array('all'))) => NULL
bucket_label(NULL, named_struct('edges', array(9D), 'labels', array('a', 'b'))) => NULL
bucket_label(5D, NULL) => NULL
bucket_label(NULL, NULL) => NULL
bucket_label(5D, named_struct('edges', CAST(NULL AS ARRAY<DOUBLE>), 'labels', array('a'))) => NULL
bucket_label(5D, named_struct('edges', array(9D), 'labels', CAST(NULL AS ARRAY<STRING>))) => NULL
bucket_label(5000D, named_struct('edges', transform(sequence(0, 9999), i -> double(i)), 'labels', transform(sequence(0, 10000), i -> string(i)))) => 5001
bucket_label(5D, named_struct('edges', array(0D, 9D), 'labels', array('😀', 'ä'))) => ä
typeof(bucket_label(5D, named_struct('edges', array(9D), 'labels', array('a')))) => string
-- Numbers of other types are cast.
bucket_label(5, named_struct('edges', array(9D), 'labels', array('a'))) => a
bucket_label(5D) =>! WRONG_NUM_ARGS
bucket_label(5D, array(9D)) =>! DATATYPE_MISMATCH
bucket_label(5D, named_struct('edges', array(9D))) =>! DATATYPE_MISMATCH
