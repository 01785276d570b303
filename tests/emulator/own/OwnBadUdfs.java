// SPDX-License-Identifier: Apache-2.0

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.api.Category;
import io.github.rapidsudfs.api.NullRule;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.udf.Udf1;
import java.math.BigDecimal;
import org.apache.spark.sql.api.java.UDF1;

/** The same mistakes in UDFs on this library's base classes, which check and close columns. */
public final class OwnBadUdfs {
  private OwnBadUdfs() {}

  static Signature signature(String name, String type) {
    return Signature.named(name)
        .in(Category.META)
        .takes("value", type)
        .returns(type)
        .nulls(NullRule.ANY_NULL_PROPAGATED)
        .summary("One more")
        .example(name + "(1)", "2")
        .since("1.0");
  }

  abstract static class Base extends Udf1<Long, Long> {
    Base() {
      super(OwnBadUdfs.signature("own_bad", "bigint"));
    }

    @Override
    protected Long row(Long value) {
      return value + 1;
    }

    static ColumnVector plusOne(ColumnVector column) {
      try (Scalar one = Scalar.fromLong(1)) {
        return column.add(one, DType.INT64);
      }
    }
  }

  public static final class LeaksColumn extends Base implements UDF1<Long, Long> {
    @Override
    protected ColumnVector columnar(ColumnVector value) {
      ColumnVector forgotten = plusOne(value); // mistake
      return plusOne(forgotten);
    }
  }

  public static final class CleansUpWhenItThrows extends Base implements UDF1<Long, Long> {
    @Override
    protected ColumnVector columnar(ColumnVector value) {
      try (ColumnVector made = plusOne(value)) {
        throw new IllegalArgumentException("thrown midway"); // thrown
      }
    }
  }

  public static final class ClosesItsInput extends Base implements UDF1<Long, Long> {
    @Override
    protected ColumnVector columnar(ColumnVector value) {
      ColumnVector result = plusOne(value);
      value.close(); // mistake
      return result;
    }
  }

  public static final class ClosesTwice extends Base implements UDF1<Long, Long> {
    @Override
    protected ColumnVector columnar(ColumnVector value) {
      ColumnVector made = plusOne(value);
      made.close();
      made.close(); // mistake
      return plusOne(value);
    }
  }

  /** The base class refuses and closes the result. */
  public static final class WrongType extends Base implements UDF1<Long, Long> {
    @Override
    protected ColumnVector columnar(ColumnVector value) {
      return value.castTo(DType.INT32); // mistake
    }
  }

  /** The base class refuses and closes the result. */
  public static final class WrongRowCount extends Base implements UDF1<Long, Long> {
    @Override
    protected ColumnVector columnar(ColumnVector value) {
      try (Scalar one = Scalar.fromLong(1)) {
        return ColumnVector.fromScalar(one, (int) value.getRowCount() + 1); // mistake
      }
    }
  }

  /** The base class turns it into null, as Spark does. */
  public static final class TooManyDigits extends Udf1<BigDecimal, BigDecimal> implements UDF1<BigDecimal, BigDecimal> {
    public TooManyDigits() {
      super(OwnBadUdfs.signature("own_digits", "decimal(5,2)"));
    }

    @Override
    protected BigDecimal row(BigDecimal value) {
      return value.add(BigDecimal.ONE);
    }

    @Override
    protected ColumnVector columnar(ColumnVector value) {
      try (Scalar one = Scalar.fromDecimal(-2, 100)) {
        return value.add(one, value.getType());
      }
    }
  }
}
