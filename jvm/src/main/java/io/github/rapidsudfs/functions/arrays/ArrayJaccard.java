package io.github.rapidsudfs.functions.arrays;

import static io.github.rapidsudfs.core.Fused.add;
import static io.github.rapidsudfs.core.Fused.column;
import static io.github.rapidsudfs.core.Fused.divide;
import static io.github.rapidsudfs.core.Fused.equal;
import static io.github.rapidsudfs.core.Fused.of;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.ast.AstExpression;
import ai.rapids.cudf.ast.Literal;
import ai.rapids.cudf.ast.UnaryOperator;
import io.github.rapidsudfs.core.Category;
import io.github.rapidsudfs.core.Divergences;
import io.github.rapidsudfs.core.Fused;
import io.github.rapidsudfs.core.HiveGenericUdf;
import io.github.rapidsudfs.core.NullRule;
import io.github.rapidsudfs.core.Signature;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.api.java.UDF2;

/** How much two sets of strings have in common. */
public final class ArrayJaccard extends HiveGenericUdf implements UDF2<Object, Object, Double> {
  private static final long serialVersionUID = 1L;

  static final Signature SIGNATURE =
      Signature.named("array_jaccard")
          .in(Category.ARRAYS)
          .takes("a", "array<string>")
          .takes("b", "array<string>")
          .returns("double")
          .nulls(NullRule.ANY_NULL_PROPAGATED)
          .summary("The Jaccard index of two arrays: what both have over what either has")
          .description(
              "Arrays are taken as sets: repeated elements count once, and null is an element like any"
                  + " other. Two empty arrays give 1.")
          .example("array_jaccard(array('a', 'b', 'c'), array('b', 'c', 'd'))", "0.5")
          .example("array_jaccard(array('a', 'a'), array('a'))", "1.0")
          .divergence(Divergences.INVALID_UTF8)
          .since("0.1.0");

  @Override
  public Signature signature() {
    return SIGNATURE;
  }

  /** Spark's method. */
  @Override
  public Double call(Object a, Object b) {
    return (Double) callRow(a, b);
  }

  @Override
  protected Object row(Object[] args) {
    Set<Object> a = new HashSet<>((List<?>) args[0]);
    Set<Object> b = new HashSet<>((List<?>) args[1]);
    int both = 0;
    for (Object element : a) {
      both += b.contains(element) ? 1 : 0;
    }
    int either = a.size() + b.size() - both;
    return either == 0 ? 1.0 : (double) both / either;
  }

  @Override
  protected ColumnVector columnar(int rows, ColumnVector[] args) {
    try (ColumnVector both = size(ColumnView.listsIntersectDistinct(args[0], args[1]));
        ColumnVector either = size(ColumnView.listsUnionDistinct(args[0], args[1]))) {
      return Tree.compute(both, either);
    }
  }

  /** Takes ownership of the lists. */
  private static ColumnVector size(ColumnVector lists) {
    try (lists) {
      return lists.countElements();
    }
  }

  private static final class Tree {
    static final AstExpression INDEX = index();

    /** One more of both where there are no elements, which makes it 1 of 1. */
    private static AstExpression index() {
      AstExpression empty = real(equal(column(1), Literal.ofInt(0)));
      return divide(add(real(column(0)), empty), add(real(column(1)), empty));
    }

    private static AstExpression real(AstExpression a) {
      return of(UnaryOperator.CAST_TO_FLOAT64, a);
    }

    static ColumnVector compute(ColumnVector both, ColumnVector either) {
      return Fused.compute(INDEX, both, either);
    }
  }
}
