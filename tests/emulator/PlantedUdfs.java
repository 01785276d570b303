// SPDX-License-Identifier: Apache-2.0

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.CudfException;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import com.nvidia.spark.RapidsUDF;
import java.io.Serializable;
import org.apache.hadoop.hive.ql.metadata.HiveException;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDF;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.PrimitiveObjectInspectorFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import scala.Function2;

/** UDFs as users write them: right ones, and ones with a mistake that the kit must find. */
public final class PlantedUdfs {
  private PlantedUdfs() {}

  abstract static class Minus implements RapidsUDF {
    public Long call(Integer a, Integer b) {
      return a == null || b == null ? null : (long) a - b;
    }

    static ColumnVector minus(ColumnVector a, ColumnVector b) {
      try (ColumnVector wide = a.castTo(DType.INT64)) {
        return wide.binaryOp(BinaryOp.SUB, b, DType.INT64);
      }
    }
  }

  public static final class MinusRight extends Minus implements UDF2<Integer, Integer, Long> {
    @Override
    public ColumnVector evaluateColumnar(int rows, ColumnVector... columns) {
      return minus(columns[0], columns[1]);
    }
  }

  /** Registers {@code tenfold}, a Scala function that calls a RAPIDS UDF among other things. */
  public static void registerTenfold(SparkSession spark) {
    MinusRight minus = new MinusRight();
    Object tenfold = (Function2<Integer, Integer, Long> & Serializable) (a, b) -> 10 * minus.call(a, b);
    spark.udf().register("tenfold", functions.udf(tenfold, DataTypes.LongType));
  }

  /** Returns a different result every time. */
  public static final class MinusCounts extends Minus implements UDF2<Integer, Integer, Long> {
    private static final java.util.concurrent.atomic.AtomicLong CALLS = new java.util.concurrent.atomic.AtomicLong();

    @Override
    public Long call(Integer a, Integer b) {
      return CALLS.incrementAndGet();
    }

    @Override
    public ColumnVector evaluateColumnar(int rows, ColumnVector... columns) {
      return minus(columns[0], columns[1]);
    }
  }

  /** Spark itself computes a Hive UDF of constants, so the plugin must never get one. */
  public static final class CharsOfHive extends org.apache.hadoop.hive.ql.exec.UDF implements RapidsUDF {
    public Integer evaluate(String text) {
      return text == null ? null : text.codePointCount(0, text.length());
    }

    @Override
    public ColumnVector evaluateColumnar(int rows, ColumnVector... columns) {
      return columns[0].getCharLengths();
    }
  }

  public static final class RaisesOfHive extends org.apache.hadoop.hive.ql.exec.UDF
      implements RapidsUDF {
    public Integer evaluate(String text) {
      throw new IllegalStateException("no row");
    }

    @Override
    public ColumnVector evaluateColumnar(int rows, ColumnVector... columns) {
      throw new IllegalStateException("no batch");
    }
  }

  public static final class CharsOfGenericHive extends GenericUDF implements RapidsUDF {
    @Override
    public ObjectInspector initialize(ObjectInspector[] arguments) {
      return PrimitiveObjectInspectorFactory.javaIntObjectInspector;
    }

    @Override
    public Object evaluate(DeferredObject[] arguments) throws HiveException {
      Object text = arguments[0].get();
      return text == null ? null : text.toString().codePointCount(0, text.toString().length());
    }

    @Override
    public String getDisplayString(String[] arguments) {
      return "chars(" + arguments[0] + ")";
    }

    @Override
    public ColumnVector evaluateColumnar(int rows, ColumnVector... columns) {
      return columns[0].getCharLengths();
    }
  }

  /** Only its base class declares UDF2. */
  public static class MinusOpen extends Minus implements UDF2<Integer, Integer, Long> {
    @Override
    public ColumnVector evaluateColumnar(int rows, ColumnVector... columns) {
      return minus(columns[0], columns[1]);
    }
  }

  public static final class MinusInherited extends MinusOpen {}

  public static final class MinusSwapped extends Minus implements UDF2<Integer, Integer, Long> {
    @Override
    public ColumnVector evaluateColumnar(int rows, ColumnVector... columns) {
      return minus(columns[1], columns[0]);
    }
  }

  /** Subtracts in 32 bits. */
  public static final class MinusWraps extends Minus implements UDF2<Integer, Integer, Long> {
    @Override
    public ColumnVector evaluateColumnar(int rows, ColumnVector... columns) {
      try (ColumnVector narrow = columns[0].binaryOp(BinaryOp.SUB, columns[1], DType.INT32)) {
        return narrow.castTo(DType.INT64);
      }
    }
  }

  /** Reads other rows, so that only a single row is right. */
  public static final class MinusOfFirst extends Minus implements UDF2<Integer, Integer, Long> {
    @Override
    public ColumnVector evaluateColumnar(int rows, ColumnVector... columns) {
      try (Scalar first = columns[1].getScalarElement(0); ColumnVector all = ColumnVector.fromScalar(first, rows)) {
        return minus(columns[0], all);
      }
    }
  }

  /** Assumes that there is a row. */
  public static final class MinusOfNothing extends Minus implements UDF2<Integer, Integer, Long> {
    @Override
    public ColumnVector evaluateColumnar(int rows, ColumnVector... columns) {
      if (rows == 0) {
        throw new IllegalArgumentException("no first row");
      }
      return minus(columns[0], columns[1]);
    }
  }

  public static final class MinusRaises extends Minus implements UDF2<Integer, Integer, Long> {
    @Override
    public ColumnVector evaluateColumnar(int rows, ColumnVector... columns) {
      try (Scalar least = columns[0].min()) {
        if (least.isValid() && least.getInt() < -100) {
          throw new IllegalArgumentException("too little");
        }
      }
      return minus(columns[0], columns[1]);
    }
  }

  public static final class MinusLeaks extends Minus implements UDF2<Integer, Integer, Long> {
    @Override
    public ColumnVector evaluateColumnar(int rows, ColumnVector... columns) {
      minus(columns[0], columns[0]); // mistake
      return minus(columns[0], columns[1]);
    }
  }

  /** Leaves a column open only if the second operation fails. */
  public static final class LeaksOnFailure extends Minus implements UDF2<Integer, Integer, Long> {
    @Override
    public ColumnVector evaluateColumnar(int rows, ColumnVector... columns) {
      ColumnVector wide = columns[0].castTo(DType.INT64); // mistake
      ColumnVector result = wide.binaryOp(BinaryOp.SUB, columns[1], DType.INT64);
      wide.close();
      return result;
    }
  }

  /** Returns nulls if memory runs out, instead of letting the plugin try again. */
  public static final class Swallows extends Minus implements UDF2<Integer, Integer, Long> {
    @Override
    public ColumnVector evaluateColumnar(int rows, ColumnVector... columns) {
      try {
        return minus(columns[0], columns[1]);
      } catch (RuntimeException e) {
        try (Scalar none = Scalar.fromNull(DType.INT64)) {
          return ColumnVector.fromScalar(none, rows);
        }
      }
    }
  }

  /** Returns nulls if cuDF fails, but not if memory runs out. */
  public static final class SwallowsPlain extends Minus implements UDF2<Integer, Integer, Long> {
    @Override
    public ColumnVector evaluateColumnar(int rows, ColumnVector... columns) {
      try {
        return minus(columns[0], columns[1]);
      } catch (CudfException e) {
        try (Scalar none = Scalar.fromNull(DType.INT64)) {
          return ColumnVector.fromScalar(none, rows);
        }
      }
    }
  }

  /** Throws without naming the failure. */
  public static final class Replaces extends Minus implements UDF2<Integer, Integer, Long> {
    @Override
    public ColumnVector evaluateColumnar(int rows, ColumnVector... columns) {
      try {
        return minus(columns[0], columns[1]);
      } catch (CudfException e) {
        throw new IllegalStateException("no difference");
      }
    }
  }

  /** Closes its argument on failure, as if it owned the argument. */
  public static final class ClosesOnFailure extends Minus implements UDF2<Integer, Integer, Long> {
    @Override
    public ColumnVector evaluateColumnar(int rows, ColumnVector... columns) {
      try {
        return minus(columns[0], columns[1]);
      } catch (RuntimeException e) {
        columns[0].close();
        throw e;
      }
    }
  }

  /** Leaves a column open if the fourth of five operations fails, unless memory ran out. */
  public static final class LeaksAtTheFourth extends Minus implements UDF2<Integer, Integer, Long> {
    @Override
    public ColumnVector evaluateColumnar(int rows, ColumnVector... columns) {
      try (ColumnVector same = columns[0].castTo(DType.INT64); ColumnVector still = same.castTo(DType.INT64)) {
        ColumnVector a = still.castTo(DType.INT64);
        try (ColumnVector b = columns[1].castTo(DType.INT64)) {
          try (ColumnVector first = a) {
            a = null;
            return first.sub(b);
          }
        } catch (CudfException e) {
          throw e; // mistake: if b cannot be created, the first column stays open
        } catch (RuntimeException | OutOfMemoryError e) {
          if (a != null) {
            a.close();
          }
          throw e;
        }
      }
    }
  }

  /** Its row-wise body raises. */
  public static final class RowRaises implements RapidsUDF, UDF1<Integer, Integer> {
    @Override
    public Integer call(Integer value) {
      if (value != null && value > 50) {
        throw new IllegalArgumentException("too much");
      }
      return value;
    }

    @Override
    public ColumnVector evaluateColumnar(int rows, ColumnVector... columns) {
      return columns[0].incRefCount();
    }
  }

  /** Bytes where the row-wise body counts characters. */
  public static final class LengthInBytes implements RapidsUDF, UDF1<String, Integer> {
    @Override
    public Integer call(String text) {
      return text == null ? null : text.codePointCount(0, text.length());
    }

    @Override
    public ColumnVector evaluateColumnar(int rows, ColumnVector... columns) {
      return columns[0].getByteCount();
    }
  }

  /** Turns -0.0 into 0.0. */
  public static final class LosesTheSign implements RapidsUDF, UDF1<Double, Double> {
    @Override
    public Double call(Double value) {
      return value;
    }

    @Override
    public ColumnVector evaluateColumnar(int rows, ColumnVector... columns) {
      try (Scalar zero = Scalar.fromDouble(0.0)) {
        return columns[0].add(zero);
      }
    }
  }

  /** A third more, with different rounding: right only with a tolerance. */
  public static final class Third implements RapidsUDF, UDF1<Double, Double> {
    @Override
    public Double call(Double value) {
      return value == null ? null : value / 3;
    }

    @Override
    public ColumnVector evaluateColumnar(int rows, ColumnVector... columns) {
      try (Scalar third = Scalar.fromDouble(1.0 / 3)) {
        return columns[0].mul(third);
      }
    }
  }

  /** Without a columnar body. */
  public static final class RowOnly implements UDF1<String, String> {
    @Override
    public String call(String text) {
      return text;
    }
  }

  /** Calls no operation of cuDF. */
  public static final class CountsNothing implements RapidsUDF, UDF1<Integer, Integer> {
    @Override
    public Integer call(Integer value) {
      return value;
    }

    @Override
    public ColumnVector evaluateColumnar(int rows, ColumnVector... columns) {
      return columns[0].incRefCount();
    }
  }

  /** Its class cannot be initialised. */
  public static final class NotInitialised implements RapidsUDF, UDF1<Integer, Integer> {
    private static final int NUMBER = Integer.parseInt("one");

    @Override
    public Integer call(Integer value) {
      return NUMBER;
    }

    @Override
    public ColumnVector evaluateColumnar(int rows, ColumnVector... columns) {
      return columns[0].incRefCount();
    }
  }

  /** Without a constructor that Spark could call. */
  public static final class NotMade implements RapidsUDF, UDF1<String, String> {
    public NotMade(String unused) {}

    @Override
    public String call(String text) {
      return text;
    }

    @Override
    public ColumnVector evaluateColumnar(int rows, ColumnVector... columns) {
      return columns[0].incRefCount();
    }
  }
}
