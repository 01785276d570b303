// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.HostColumnVector;
import ai.rapids.cudf.Scalar;
import ai.rapids.cudf.Table;
import io.github.rapidsudfs.columns.Columns;
import java.io.Serializable;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.DataType;

/** A builtin evaluated by Spark on one row of its arguments. */
final class BuiltinRow implements Serializable {
  private final Expression template;
  private final List<DataType> arguments;

  BuiltinRow(Expression template, List<DataType> arguments) {
    this.template = template;
    this.arguments = List.copyOf(arguments);
  }

  /** The builtin's result, on Spark's internal values. */
  Object eval(Object[] values) {
    return template.eval(new GenericInternalRow(values));
  }

  private Object evalOrRefuse(Object[] values) {
    try {
      return eval(values);
    } catch (Exception e) {
      throw new Refusal(e);
    }
  }

  /** Throws the builtin's error for the first flagged row; without one, the body is wrong. */
  void refuseFirst(ColumnView flags, ColumnVector[] args) {
    int first = first(flags);
    Object[] values = new Object[args.length];
    for (int i = 0; i < args.length; i++) {
      try (ColumnVector one = args[i].subVector(first, first + 1);
          HostColumnVector cell = one.copyToHost()) {
        values[i] = HostCells.internal(cell, 0, arguments.get(i));
      }
    }
    Object answer = evalOrRefuse(values);
    throw new IllegalStateException(
        "the columnar body of %s refuses a row that the builtin answers with %s"
            .formatted(template.prettyName(), answer));
  }

  /** A copy of the result in which the builtin has evaluated the flagged rows. */
  ColumnVector answerEach(ColumnView flags, ColumnVector result, ColumnVector[] args) {
    ColumnVector[] columns = new ColumnVector[args.length + 1];
    System.arraycopy(args, 0, columns, 1, args.length);
    try (Columns c = new Columns()) {
      ColumnVector known = c.own(flags.replaceNulls(c.own(Scalar.fromBool(false))));
      Scalar zero = c.own(Scalar.fromInt(0));
      columns[0] = c.own(ColumnVector.sequence(zero, Math.toIntExact(flags.getRowCount())));
      Table flagged = c.own(c.own(new Table(columns)).filter(known));
      Table source = c.own(new Table(c.own(answers(flagged, 1))));
      Table target = c.own(new Table(result));
      Table patched = c.own(source.scatter(flagged.getColumn(0), target));
      return patched.getColumn(0).incRefCount();
    }
  }

  /** The builtin's results for all rows. */
  ColumnVector answerAll(ColumnVector[] args) {
    try (Table all = new Table(args)) {
      return answers(all, 0);
    }
  }

  /** The builtin's results for the rows of a table whose arguments start at one of its columns. */
  private ColumnVector answers(Table rows, int from) {
    HostColumnVector[] cells = new HostColumnVector[arguments.size()];
    try (Columns c = new Columns()) {
      for (int i = 0; i < cells.length; i++) {
        cells[i] = c.own(rows.getColumn(i + from).copyToHost());
      }
      Object[] answers = new Object[Math.toIntExact(rows.getRowCount())];
      Object[] values = new Object[cells.length];
      for (int row = 0; row < answers.length; row++) {
        for (int i = 0; i < values.length; i++) {
          values[i] = HostCells.internal(cells[i], row, arguments.get(i));
        }
        answers[row] = evalOrRefuse(values);
      }
      return HostCells.column(answers, template.dataType());
    }
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
