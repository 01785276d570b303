package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.HostColumnVector;
import java.io.Serializable;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.DataType;

/** A builtin evaluated by Spark on one row of its arguments. */
final class BuiltinRow implements Serializable {
  private static final long serialVersionUID = 1L;

  private final Expression template;
  private final List<DataType> arguments;

  BuiltinRow(Expression template, List<DataType> arguments) {
    this.template = template;
    this.arguments = List.copyOf(arguments);
  }

  /** The answer on Spark's internal values. */
  Object eval(Object[] values) {
    return template.eval(new GenericInternalRow(values));
  }

  /**
   * Throws what the builtin throws for the first row with the flag.
   *
   * @throws IllegalStateException if it throws nothing: the columnar body is wrong
   */
  void refuseFirst(ColumnView flags, ColumnVector[] args) {
    int first = first(flags);
    Object[] values = new Object[args.length];
    for (int i = 0; i < args.length; i++) {
      try (ColumnVector one = args[i].subVector(first, first + 1);
          HostColumnVector cell = one.copyToHost()) {
        values[i] = HostCells.internal(cell, 0, arguments.get(i));
      }
    }
    Object answer;
    try {
      answer = eval(values);
    } catch (Exception e) {
      throw new Refusal(e);
    }
    throw new IllegalStateException(
        "the columnar body of "
            + template.prettyName()
            + " refuses a row that the builtin answers with "
            + answer);
  }

  private static int first(ColumnView flags) {
    try (ColumnVector copy = flags.copyToColumnVector();
        HostColumnVector host = copy.copyToHost()) {
      int row = 0;
      while (host.isNull(row) || !host.getBoolean(row)) {
        row++;
      }
      return row;
    }
  }
}
