import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import com.nvidia.spark.RapidsUDF;
import org.apache.spark.sql.api.java.UDF1;

/** UDFs with the mistakes that columnar bodies make. */
public final class BadUdfs {
  private BadUdfs() {}

  /** Row by row all of them are the same. Each names its interface itself: that is where Spark looks. */
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
      return plusOne(plusOne(columns[0]));
    }
  }

  public static final class LeaksScalar extends Base implements UDF1<Long, Long> {
    @Override
    public ColumnVector evaluateColumnar(int rows, ColumnVector... columns) {
      return columns[0].add(Scalar.fromLong(1), DType.INT64);
    }
  }

  public static final class LeaksWhenItThrows extends Base implements UDF1<Long, Long> {
    @Override
    public ColumnVector evaluateColumnar(int rows, ColumnVector... columns) {
      ColumnVector made = plusOne(columns[0]);
      if (rows > 0) {
        throw new IllegalArgumentException("thrown midway");
      }
      return made;
    }
  }

  public static final class ClosesItsInput extends Base implements UDF1<Long, Long> {
    @Override
    public ColumnVector evaluateColumnar(int rows, ColumnVector... columns) {
      try (ColumnVector input = columns[0]) {
        return plusOne(input);
      }
    }
  }

  public static final class ClosesTwice extends Base implements UDF1<Long, Long> {
    @Override
    public ColumnVector evaluateColumnar(int rows, ColumnVector... columns) {
      ColumnVector made = plusOne(columns[0]);
      made.close();
      made.close();
      return plusOne(columns[0]);
    }
  }

  public static final class WrongType extends Base implements UDF1<Long, Long> {
    @Override
    public ColumnVector evaluateColumnar(int rows, ColumnVector... columns) {
      return columns[0].castTo(DType.INT32);
    }
  }

  public static final class WrongRowCount extends Base implements UDF1<Long, Long> {
    @Override
    public ColumnVector evaluateColumnar(int rows, ColumnVector... columns) {
      try (Scalar one = Scalar.fromLong(1)) {
        return ColumnVector.fromScalar(one, rows + 1);
      }
    }
  }

  public static final class NotEmulated extends Base implements UDF1<Long, Long> {
    @Override
    public ColumnVector evaluateColumnar(int rows, ColumnVector... columns) {
      try (ColumnVector text = columns[0].castTo(DType.STRING); ColumnVector title = text.toTitle()) {
        return title.castTo(DType.INT64);
      }
    }
  }
}
