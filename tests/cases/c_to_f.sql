c_to_f(float(0)) => 32.0
c_to_f(float(100)) => 212.0
c_to_f(float(-40)) => -40.0
c_to_f(float('-273.15')) => -459.66998
c_to_f(float('37.5')) => 99.5
c_to_f(NULL) => NULL
c_to_f(CAST(NULL AS FLOAT)) => NULL
c_to_f(float('-0.0')) => 32.0
c_to_f(float('NaN')) => NaN
c_to_f(float('Infinity')) => Infinity
c_to_f(float('-Infinity')) => -Infinity
-- The greatest floats overflow, the least vanish beside 32.
c_to_f(float('3.4028235E38')) => Infinity
c_to_f(float('-3.4028235E38')) => -Infinity
c_to_f(float('1.4E-45')) => 32.0
c_to_f(float('-1.4E-45')) => 32.0
-- The product is rounded before the sum: once over, the last digit would be another.
c_to_f(float('16777217')) = CAST(CAST(float('16777217') * float('1.8') AS FLOAT) + float('32') AS FLOAT) => true
c_to_f(float('-17.77778')) = float('-17.77778') * float('1.8') + float('32') => true
c_to_f(float('36.6')) = float('36.6') * float('1.8') + float('32') => true
typeof(c_to_f(float(1))) => float
c_to_f(1) => 33.8
c_to_f(DATE '2024-01-01') =>! DATATYPE_MISMATCH
c_to_f(float(1), float(2)) =>! WRONG_NUM_ARGS
