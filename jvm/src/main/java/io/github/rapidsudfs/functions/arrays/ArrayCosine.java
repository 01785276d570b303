// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.arrays;

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
import io.github.rapidsudfs.columns.ListSums;
import io.github.rapidsudfs.columns.Masks;
import io.github.rapidsudfs.columns.OrderedSums;
import io.github.rapidsudfs.udf.Udf2;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.catalyst.util.ArrayData;

/** Cosine similarity of two vectors, summed in index order. */
public final class ArrayCosine extends Udf2<ArrayData, ArrayData, Double>
    implements UDF2<ArrayData, ArrayData, Double> {
  public ArrayCosine() {
    super(
        Signature.named("array_cosine")
            .in(Category.ARRAYS)
            .takes("a", "array<double>")
            .takes("b", "array<double>")
            .returns("double")
            .nulls(NullRule.ANY_NULL_PROPAGATED)
            .summary("Cosine of the angle between two vectors")
            .description(
                "Sums run from the first element to the last, in double precision, so that every"
                    + " engine gives the same bits. What rounding takes beyond 1 or -1 is cut, so"
                    + " acos takes every result. Null where the sizes differ, an element is null,"
                    + " or a norm is zero (as that of an empty array is, and that of elements so"
                    + " small that their squares are zero). NaN and infinities spread as in any"
                    + " sum.")
            .example("array_cosine(array(1D, 0D), array(2D, 0D))", "1.0")
            .example("array_cosine(array(1D, 2D), array(2D))", "NULL")
            .since("0.1.0"));
  }

  @Override
  protected Double row(ArrayData a, ArrayData b) {
    if (a.numElements() != b.numElements()) {
      return null;
    }
    double dot = 0;
    double squareA = 0;
    double squareB = 0;
    for (int i = 0; i < a.numElements(); i++) {
      if (a.isNullAt(i) || b.isNullAt(i)) {
        return null;
      }
      double x = a.getDouble(i);
      double y = b.getDouble(i);
      dot += x * y;
      squareA += x * x;
      squareB += y * y;
    }
    if (squareA == 0 || squareB == 0) {
      return null;
    }
    double cosine = dot / (Math.sqrt(squareA) * Math.sqrt(squareB));
    return Math.max(-1, Math.min(1, cosine));
  }

  @Override
  protected ColumnVector columnar(ColumnVector a, ColumnVector b) {
    try (Columns c = new Columns()) {
      ColumnVector sizeA = c.own(a.countElements());
      ColumnVector agree = c.own(sizeA.equalTo(c.own(b.countElements())));
      ColumnVector someA = c.own(withoutNullElements(a, agree));
      ColumnVector paired = c.own(withoutNullElements(b, someA));
      ColumnVector listsA = c.own(only(paired, a));
      ColumnVector listsB = c.own(only(paired, b));
      ColumnView x = c.own(listsA.getChildColumnView(0));
      ColumnView y = c.own(listsB.getChildColumnView(0));
      ColumnView offsets = c.own(listsA.getListOffsetsView());
      OrderedSums sums = c.own(OrderedSums.over(Math.toIntExact(x.getRowCount()), offsets));
      ColumnVector dot = c.own(ofProducts(sums, x, y));
      ColumnVector squareA = c.own(ofProducts(sums, x, x));
      ColumnVector squareB = c.own(ofProducts(sums, y, y));
      return cosine(dot, squareA, squareB);
    }
  }

  /** The flags, cleared for lists with a null element. */
  private static ColumnVector withoutNullElements(ColumnView lists, ColumnVector flags) {
    try (Columns c = new Columns()) {
      ColumnView elements = c.own(lists.getChildColumnView(0));
      return elements.getNullCount() == 0
          ? flags.incRefCount()
          : c.own(c.own(lists.listContainsNulls()).not()).and(flags);
    }
  }

  /** The flagged lists, null in place of the others, with only their own elements. */
  private static ColumnVector only(ColumnVector flags, ColumnVector lists) {
    int rows = Math.toIntExact(lists.getRowCount());
    try (Columns c = new Columns()) {
      if (Masks.all(flags)) {
        return ListSums.unsliced(lists);
      }
      Scalar zero = c.own(Scalar.fromInt(0));
      Scalar beyond = c.own(Scalar.fromInt(rows));
      ColumnVector each = c.own(ColumnVector.sequence(zero, rows));
      ColumnVector places = c.own(flags.ifElse(each, beyond));
      return ListSums.atOrNull(lists, places);
    }
  }

  private static ColumnVector ofProducts(OrderedSums sums, ColumnView x, ColumnView y) {
    try (ColumnVector products = x.binaryOp(BinaryOp.MUL, y, DType.FLOAT64)) {
      return sums.of(products);
    }
  }

  /** Null where a norm is zero. */
  private static ColumnVector cosine(ColumnVector dot, ColumnVector squareA, ColumnVector squareB) {
    try (Columns c = new Columns()) {
      ColumnVector normA = c.own(squareA.sqrt());
      ColumnVector norms = c.own(normA.mul(c.own(squareB.sqrt())));
      ColumnVector quotient = c.own(dot.div(norms));
      Scalar least = c.own(Scalar.fromDouble(-1));
      Scalar most = c.own(Scalar.fromDouble(1));
      ColumnVector cosine = c.own(quotient.clamp(least, most));
      ColumnVector isSomeA = c.is(squareA, BinaryOp.NOT_EQUAL, 0.0);
      ColumnVector isSomeB = c.is(squareB, BinaryOp.NOT_EQUAL, 0.0);
      return ColumnMath.nullUnless(c.own(isSomeA.and(isSomeB)), cosine);
    }
  }
}
