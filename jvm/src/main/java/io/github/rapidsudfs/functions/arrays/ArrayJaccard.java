// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.arrays;

import static io.github.rapidsudfs.columns.CudfAst.add;
import static io.github.rapidsudfs.columns.CudfAst.column;
import static io.github.rapidsudfs.columns.CudfAst.divide;
import static io.github.rapidsudfs.columns.CudfAst.equal;
import static io.github.rapidsudfs.columns.CudfAst.of;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.ast.AstExpression;
import ai.rapids.cudf.ast.Literal;
import ai.rapids.cudf.ast.UnaryOperator;
import com.nvidia.spark.rapids.jni.Hash;
import io.github.rapidsudfs.api.Category;
import io.github.rapidsudfs.api.Divergences;
import io.github.rapidsudfs.api.NullRule;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.columns.ColumnMath;
import io.github.rapidsudfs.columns.Columns;
import io.github.rapidsudfs.columns.CudfAst;
import io.github.rapidsudfs.columns.ListSums;
import io.github.rapidsudfs.udf.Udf2;
import java.util.HashMap;
import java.util.Map;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.unsafe.types.UTF8String;

/** The Jaccard index of two sets of strings. */
public final class ArrayJaccard extends Udf2<ArrayData, ArrayData, Double>
    implements UDF2<ArrayData, ArrayData, Double> {
  public ArrayJaccard() {
    super(
        Signature.named("array_jaccard")
            .in(Category.ARRAYS)
            .takes("a", "array<string>")
            .takes("b", "array<string>")
            .returns("double")
            .nulls(NullRule.ANY_NULL_PROPAGATED)
            .summary(
                "The Jaccard index of two arrays: their intersection's size over their union's")
            .description(
                "Arrays count as sets: repeated elements count once, and null is an element like"
                    + " any other. Two empty arrays give 1.")
            .example("array_jaccard(array('a', 'b', 'c'), array('b', 'c', 'd'))", "0.5")
            .example("array_jaccard(array('a', 'a'), array('a'))", "1.0")
            .divergence(Divergences.INVALID_UTF8)
            .since("0.1.0"));
  }

  @Override
  protected Double row(ArrayData a, ArrayData b) {
    // Maps each element to true if it was only in a so far.
    Map<UTF8String, Boolean> seen = new HashMap<>();
    for (int i = 0; i < a.numElements(); i++) {
      seen.put(element(a, i), true);
    }
    int both = 0;
    for (int i = 0; i < b.numElements(); i++) {
      both += Boolean.TRUE.equals(seen.put(element(b, i), false)) ? 1 : 0;
    }
    return seen.isEmpty() ? 1.0 : (double) both / seen.size();
  }

  private static UTF8String element(ArrayData array, int i) {
    return array.isNullAt(i) ? null : array.getUTF8String(i);
  }

  /**
   * Represents each string by a number, as cuDF copies the elements of sets. Hashes are used after
   * a check that no two strings of the batch share one.
   */
  @Override
  protected ColumnVector columnar(ColumnVector a, ColumnVector b) {
    try (Columns c = new Columns()) {
      ColumnVector listsA = c.own(ListSums.unsliced(a));
      ColumnVector listsB = c.own(ListSums.unsliced(b));
      ColumnView x = c.own(listsA.getChildColumnView(0));
      ColumnView y = c.own(listsB.getChildColumnView(0));
      ColumnVector hashesX = c.own(hashes(x));
      ColumnVector hashesY = c.own(hashes(y));
      ColumnVector strings = c.own(ColumnVector.concatenate(x, y));
      ColumnVector hashes = c.own(ColumnVector.concatenate(hashesX, hashesY));
      return strings.distinctCount() == hashes.distinctCount()
          ? index(c.own(listsA.replaceListChild(hashesX)), c.own(listsB.replaceListChild(hashesY)))
          : index(listsA, listsB);
    }
  }

  /** The hashes of strings, null for null. */
  private static ColumnVector hashes(ColumnView strings) {
    try (ColumnVector hashes = Hash.xxhash64(0, new ColumnView[] {strings})) {
      return ColumnMath.masked(hashes, strings);
    }
  }

  private static ColumnVector index(ColumnView a, ColumnView b) {
    try (Columns c = new Columns()) {
      ColumnVector shared = c.own(ColumnView.listsIntersectDistinct(a, b));
      ColumnVector both = c.own(shared.countElements());
      c.free(shared);
      ColumnVector all = c.own(ColumnView.listsUnionDistinct(a, b));
      ColumnVector either = c.own(all.countElements());
      c.free(all);
      return CudfAst.compute(Ast.INDEX, both, either);
    }
  }

  private static final class Ast {
    static final AstExpression INDEX = index();

    /** The index; adds 1 to both counts if there are no elements, which gives 1 of 1. */
    private static AstExpression index() {
      AstExpression empty = real(equal(column(1), Literal.ofInt(0)));
      return divide(add(real(column(0)), empty), add(real(column(1)), empty));
    }

    private static AstExpression real(AstExpression a) {
      return of(UnaryOperator.CAST_TO_FLOAT64, a);
    }
  }
}
