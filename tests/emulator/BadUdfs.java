// SPDX-License-Identifier: Apache-2.0

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import com.nvidia.spark.RapidsUDF;
import java.math.BigDecimal;
import org.apache.spark.sql.api.java.UDF1;

/** UDFs with typical mistakes of columnar bodies, on lines that say so. */
public final class BadUdfs {
  private BadUdfs() {}

  /** Row by row, all are the same. Each declares its interface itself, because Spark looks there. */
  abstract static class Base implements RapidsUDF {
    public Long call(Long value) {
      return value == null ? null : value + 1;
    }

    static ColumnVector plusOne(ColumnVector column) {
      try (Scalar one = Scalar.fromLong(1)) {
        return column.add(one, DType.INT64);
      }
    }
  }

  /** Without a mistake. */
  public static final class Good extends Base implements UDF1<Long, Long> {
    @Override
    public ColumnVector evaluateColumnar(int rows, ColumnVector... columns) {
      return plusOne(columns[0]);
    }
  }

  public static final class LeaksColumn extends Base implements UDF1<Long, Long> {
    @Override
    public ColumnVector evaluateColumnar(int rows, ColumnVector... columns) {
      ColumnVector forgotten = plusOne(columns[0]); // mistake
      return plusOne(forgotten);
    }
  }

  public static final class LeaksScalar extends Base implements UDF1<Long, Long> {
    @Override
    public ColumnVector evaluateColumnar(int rows, ColumnVector... columns) {
      Scalar forgotten = Scalar.fromLong(1); // mistake
      return columns[0].add(forgotten, DType.INT64);
    }
  }

  public static final class LeaksWhenItThrows extends Base implements UDF1<Long, Long> {
    @Override
    public ColumnVector evaluateColumnar(int rows, ColumnVector... columns) {
      ColumnVector made = plusOne(columns[0]); // mistake
      if (rows > 0) {
        throw new IllegalArgumentException("thrown midway"); // thrown
      }
      return made;
    }
  }

  /** Also throws, but leaves nothing open. */
  public static final class CleansUpWhenItThrows extends Base implements UDF1<Long, Long> {
    @Override
    public ColumnVector evaluateColumnar(int rows, ColumnVector... columns) {
      try (ColumnVector made = plusOne(columns[0])) {
        if (rows > 0) {
          throw new IllegalArgumentException("thrown midway"); // thrown
        }
        return plusOne(made);
      }
    }
  }

  public static final class ClosesItsInput extends Base implements UDF1<Long, Long> {
    @Override
    public ColumnVector evaluateColumnar(int rows, ColumnVector... columns) {
      ColumnVector result = plusOne(columns[0]);
      columns[0].close(); // mistake
      return result;
    }
  }

  public static final class ReturnsItsInput extends Base implements UDF1<Long, Long> {
    @Override
    public ColumnVector evaluateColumnar(int rows, ColumnVector... columns) {
      return columns[0];
    }
  }

  /** Takes its own reference, which is not a mistake. */
  public static final class ReturnsReference extends Base implements UDF1<Long, Long> {
    @Override
    public ColumnVector evaluateColumnar(int rows, ColumnVector... columns) {
      return columns[0].incRefCount();
    }
  }

  public static final class ClosesTwice extends Base implements UDF1<Long, Long> {
    @Override
    public ColumnVector evaluateColumnar(int rows, ColumnVector... columns) {
      ColumnVector made = plusOne(columns[0]);
      made.close();
      made.close(); // mistake
      return plusOne(columns[0]);
    }
  }

  public static final class WrongType extends Base implements UDF1<Long, Long> {
    @Override
    public ColumnVector evaluateColumnar(int rows, ColumnVector... columns) {
      return columns[0].castTo(DType.INT32); // mistake
    }
  }

  public static final class WrongRowCount extends Base implements UDF1<Long, Long> {
    @Override
    public ColumnVector evaluateColumnar(int rows, ColumnVector... columns) {
      try (Scalar one = Scalar.fromLong(1)) {
        return ColumnVector.fromScalar(one, rows + 1); // mistake
      }
    }
  }

  /** Registered as decimal(5,2), for which cuDF uses as many bytes as for 9999999.99. */
  public static final class TooManyDigits implements RapidsUDF, UDF1<BigDecimal, BigDecimal> {
    @Override
    public BigDecimal call(BigDecimal value) {
      return value == null ? null : value.add(BigDecimal.ONE);
    }

    @Override
    public ColumnVector evaluateColumnar(int rows, ColumnVector... columns) {
      try (Scalar one = Scalar.fromDecimal(-2, 100)) {
        return columns[0].add(one, columns[0].getType()); // mistake
      }
    }
  }

  public static final class NotEmulated extends Base implements UDF1<Long, Long> {
    @Override
    public ColumnVector evaluateColumnar(int rows, ColumnVector... columns) {
      try (ColumnVector text = columns[0].castTo(DType.STRING);
          Scalar path = Scalar.fromString("$.*.*.*.*.*.*.*");
          ColumnVector member = text.getJSONObject(path)) { // mistake
        return member.castTo(DType.INT64);
      }
    }
  }
}
