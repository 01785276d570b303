// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.columns;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.Table;
import ai.rapids.cudf.ast.AstExpression;
import ai.rapids.cudf.ast.BinaryOperation;
import ai.rapids.cudf.ast.BinaryOperator;
import ai.rapids.cudf.ast.ColumnReference;
import ai.rapids.cudf.ast.CompiledExpression;
import ai.rapids.cudf.ast.Literal;
import ai.rapids.cudf.ast.UnaryOperation;
import ai.rapids.cudf.ast.UnaryOperator;

/**
 * Arithmetic on whole rows in one kernel launch and without intermediate columns: an expression
 * tree that cuDF evaluates for each row.
 *
 * <p>Null in gives null out. An expression that occurs twice in a tree is evaluated twice. The
 * operands of an operation must have the same type.
 *
 * <p>Keep trees in a nested class, so that the function's class loads without cuDF.
 */
public final class CudfAst {
  private CudfAst() {}

  /** The values of the n-th argument of {@link #compute}. */
  public static AstExpression column(int index) {
    return new ColumnReference(index);
  }

  public static AstExpression number(double value) {
    return Literal.ofDouble(value);
  }

  public static AstExpression add(AstExpression a, AstExpression b) {
    return of(BinaryOperator.ADD, a, b);
  }

  public static AstExpression subtract(AstExpression a, AstExpression b) {
    return of(BinaryOperator.SUB, a, b);
  }

  public static AstExpression multiply(AstExpression a, AstExpression b) {
    return of(BinaryOperator.MUL, a, b);
  }

  public static AstExpression divide(AstExpression a, AstExpression b) {
    return of(BinaryOperator.DIV, a, b);
  }

  public static AstExpression square(AstExpression a) {
    return multiply(a, a);
  }

  public static AstExpression equal(AstExpression a, AstExpression b) {
    return of(BinaryOperator.EQUAL, a, b);
  }

  public static AstExpression notEqual(AstExpression a, AstExpression b) {
    return new BinaryOperation(BinaryOperator.NOT_EQUAL, a, b);
  }

  public static AstExpression and(AstExpression a, AstExpression b) {
    return of(BinaryOperator.LOGICAL_AND, a, b);
  }

  public static AstExpression not(AstExpression a) {
    return new UnaryOperation(UnaryOperator.NOT, a);
  }

  /** A function of one operand, for instance {@code UnaryOperator.SIN}. */
  public static AstExpression of(UnaryOperator operator, AstExpression a) {
    return new UnaryOperation(operator, a);
  }

  /** A function of two operands of the same type, for instance {@code BinaryOperator.LESS}. */
  public static AstExpression of(BinaryOperator operator, AstExpression a, AstExpression b) {
    return new BinaryOperation(operator, a, b);
  }

  /** An integer as INT64, the widest type of operands. */
  public static AstExpression wide(AstExpression a) {
    return of(UnaryOperator.CAST_TO_INT64, a);
  }

  /** Evaluates the tree: a new column; the arguments are borrowed. */
  public static ColumnVector compute(AstExpression expression, ColumnVector... columns) {
    try (CompiledExpression compiled = expression.compile();
        Table table = new Table(columns)) {
      return compiled.computeColumn(table);
    }
  }
}
