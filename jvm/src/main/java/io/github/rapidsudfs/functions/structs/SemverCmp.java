// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.structs;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.api.Category;
import io.github.rapidsudfs.api.NullRule;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.columns.ColumnMath;
import io.github.rapidsudfs.columns.Columns;
import io.github.rapidsudfs.udf.Udf2;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.catalyst.InternalRow;

/** Compares two semantic versions. */
public final class SemverCmp extends Udf2<InternalRow, InternalRow, Integer>
    implements UDF2<InternalRow, InternalRow, Integer> {
  private static final String VERSION = "struct<major:int,minor:int,patch:int>";
  private static final int FIELDS = 3;

  /** Exceeds the difference of any two numbers. */
  private static final double WEIGHT = 1L << 40;

  public SemverCmp() {
    super(
        Signature.named("semver_cmp")
            .in(Category.STRUCTS)
            .takes("a", VERSION)
            .takes("b", VERSION)
            .returns("int")
            .nulls(NullRule.ANY_NULL)
            .summary(
                "Compares two versions: -1, 0 or 1 where the first is earlier, the same or later")
            .description(
                "Takes what parse_semver gives. The major numbers decide, then the minor ones, then"
                    + " the patches. A null field in either gives null. Pre-releases, such as"
                    + " 1.0.0-rc.1, which semver.org orders before their release, cannot be"
                    + " compared: parse_semver gives null for them.")
            .example("semver_cmp(parse_semver('1.10.0'), parse_semver('1.9.9'))", "1")
            .example("semver_cmp(parse_semver('1.2.3'), parse_semver('1.2.3'))", "0")
            .since("0.1.0"));
  }

  @Override
  protected Integer row(InternalRow a, InternalRow b) {
    if (hasNull(a) || hasNull(b)) {
      return null;
    }
    int order = 0;
    for (int field = 0; field < FIELDS && order == 0; field++) {
      order = Integer.compare(a.getInt(field), b.getInt(field));
    }
    return order;
  }

  // Rows of a vectorized reader do not support anyNull().
  private static boolean hasNull(InternalRow version) {
    return version.isNullAt(0) || version.isNullAt(1) || version.isNullAt(2);
  }

  /**
   * The sign of the weighted sum of the differences, each of which outweighs all after it. Computed
   * in doubles because sums need 113 bits; rounding does not change their signs.
   */
  @Override
  protected ColumnVector columnar(ColumnVector a, ColumnVector b) {
    try (Columns c = new Columns()) {
      ColumnVector major = c.own(difference(a, b, 0));
      ColumnVector minor = c.own(difference(a, b, 1));
      ColumnVector patch = c.own(difference(a, b, 2));
      ColumnVector sum = c.own(heavierAnd(c.own(heavierAnd(major, minor)), patch));
      Scalar earlier = c.own(Scalar.fromDouble(-1));
      Scalar later = c.own(Scalar.fromDouble(1));
      return c.own(sum.clamp(earlier, later)).castTo(DType.INT32);
    }
  }

  private static ColumnVector difference(ColumnVector a, ColumnVector b, int field) {
    try (ColumnView x = a.getChildColumnView(field);
        ColumnView y = b.getChildColumnView(field)) {
      return x.binaryOp(BinaryOp.SUB, y, DType.FLOAT64);
    }
  }

  private static ColumnVector heavierAnd(ColumnVector sum, ColumnVector next) {
    try (ColumnVector heavier = ColumnMath.with(BinaryOp.MUL, sum, WEIGHT, DType.FLOAT64)) {
      return heavier.binaryOp(BinaryOp.ADD, next, DType.FLOAT64);
    }
  }
}
