package io.github.rapidsudfs.functions.arrays;

import static io.github.rapidsudfs.core.CudfAst.and;
import static io.github.rapidsudfs.core.CudfAst.column;
import static io.github.rapidsudfs.core.CudfAst.divide;
import static io.github.rapidsudfs.core.CudfAst.equal;
import static io.github.rapidsudfs.core.CudfAst.multiply;
import static io.github.rapidsudfs.core.CudfAst.not;
import static io.github.rapidsudfs.core.CudfAst.notEqual;
import static io.github.rapidsudfs.core.CudfAst.number;
import static io.github.rapidsudfs.core.CudfAst.of;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.Scalar;
import ai.rapids.cudf.ast.AstExpression;
import ai.rapids.cudf.ast.UnaryOperator;
import io.github.rapidsudfs.core.CudfAst;
import java.util.ArrayList;
import java.util.List;

/**
 * The sums of products of two columns of vectors, row by row and in index order; owns them.
 *
 * <p>Elements that are null or beyond a vector's end count as 0, which changes no sum that is kept.
 */
final class CosineSums implements AutoCloseable {
  /**
   * Elements added in one launch: the extracted ones are alive together, eight bytes a row each.
   */
  private static final int STEP = 8;

  private ColumnVector dot;
  private ColumnVector squareA;
  private ColumnVector squareB;

  private CosineSums() {}

  /** The sums over the first {@code count} elements of each pair of vectors. */
  static CosineSums over(ColumnVector a, ColumnVector b, int count) {
    CosineSums sums = new CosineSums();
    try {
      // One empty step where there are no elements, for the columns of zeros.
      for (int from = 0; from == 0 || from < count; from += STEP) {
        int to = Math.min(from + STEP, count);
        try (Elements x = new Elements(a, from, to);
            Elements y = new Elements(b, from, to)) {
          sums.add(x.columns, y.columns, Math.toIntExact(a.getRowCount()));
        }
      }
      return sums;
    } catch (Throwable t) {
      sums.close();
      throw t;
    }
  }

  private void add(List<ColumnVector> x, List<ColumnVector> y, int rows) {
    dot = next(dot, x, y, rows);
    squareA = next(squareA, x, x, rows);
    squareB = next(squareB, y, y, rows);
  }

  private static ColumnVector next(
      ColumnVector sum, List<ColumnVector> x, List<ColumnVector> y, int rows) {
    if (x.isEmpty()) {
      try (Scalar zero = Scalar.fromDouble(0)) {
        return ColumnVector.fromScalar(zero, rows);
      }
    }
    List<ColumnVector> columns = new ArrayList<>(x);
    columns.addAll(y);
    AstExpression total = number(0);
    if (sum != null) {
      columns.add(sum);
      total = column(2 * x.size());
    }
    for (int i = 0; i < x.size(); i++) {
      total = CudfAst.add(total, multiply(column(i), column(x.size() + i)));
    }
    ColumnVector result = CudfAst.compute(total, columns.toArray(new ColumnVector[0]));
    if (sum != null) {
      sum.close();
    }
    return result;
  }

  /** The quotient, meaningless where {@link #valid} is not true. */
  ColumnVector cosine() {
    AstExpression norms =
        multiply(of(UnaryOperator.SQRT, column(1)), of(UnaryOperator.SQRT, column(2)));
    return CudfAst.compute(divide(column(0), norms), dot, squareA, squareB);
  }

  /** True where both vectors have one size, no null element and a norm. */
  ColumnVector valid(ColumnView a, ColumnView b, ColumnVector sizeA, ColumnVector sizeB) {
    AstExpression norms = and(notEqual(column(2), number(0)), notEqual(column(3), number(0)));
    AstExpression valid = and(equal(column(0), column(1)), norms);
    List<ColumnVector> columns = new ArrayList<>(List.of(sizeA, sizeB, squareA, squareB));
    List<ColumnVector> owned = new ArrayList<>();
    try {
      for (ColumnView vectors : List.of(a, b)) {
        if (anyNullElement(vectors)) {
          owned.add(vectors.listContainsNulls());
          valid = and(valid, not(column(columns.size() + owned.size() - 1)));
        }
      }
      columns.addAll(owned);
      return CudfAst.compute(valid, columns.toArray(new ColumnVector[0]));
    } finally {
      owned.forEach(ColumnVector::close);
    }
  }

  private static boolean anyNullElement(ColumnView vectors) {
    try (ColumnView elements = vectors.getChildColumnView(0)) {
      return elements.getNullCount() > 0;
    }
  }

  @Override
  public void close() {
    for (ColumnVector sum : new ColumnVector[] {dot, squareA, squareB}) {
      if (sum != null) {
        sum.close();
      }
    }
  }

  /** Elements of each vector, one column an index. */
  private static final class Elements implements AutoCloseable {
    final List<ColumnVector> columns = new ArrayList<>();

    Elements(ColumnView vectors, int from, int to) {
      try {
        for (int i = from; i < to; i++) {
          columns.add(orZero(vectors.extractListElement(i)));
        }
      } catch (Throwable t) {
        close();
        throw t;
      }
    }

    /** Takes ownership of its argument. */
    private static ColumnVector orZero(ColumnVector elements) {
      if (!elements.hasNulls()) {
        return elements;
      }
      try (elements;
          Scalar zero = Scalar.fromDouble(0)) {
        return elements.replaceNulls(zero);
      }
    }

    @Override
    public void close() {
      columns.forEach(ColumnVector::close);
    }
  }
}
