// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.ColumnVector;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.columns.CheckedFunction;
import io.github.rapidsudfs.udf.UdfDelegate;
import java.util.List;
import org.apache.spark.sql.catalyst.CatalystTypeConverters;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.types.DataType;

/** A call of a Spark builtin with a columnar body; its row-wise body is the builtin itself. */
public final class BuiltinFunction implements CheckedFunction, UdfDelegate {
  private final String name;
  private final Expression template;
  private final List<DataType> arguments;
  private final DataType result;
  private final BuiltinBody body;
  private final BuiltinRow row;
  private transient Signature signature;

  /**
   * @param name the builtin's SQL name
   * @param template the builtin's expression, with a {@code BoundReference} for each argument
   * @param arguments their types
   * @param result the builtin's type over those arguments
   * @param body a new body, owned by this function
   */
  public BuiltinFunction(
      String name,
      Expression template,
      List<DataType> arguments,
      DataType result,
      BuiltinBody body) {
    this.name = name;
    this.template = template;
    this.arguments = List.copyOf(arguments);
    this.result = result;
    this.body = body;
    this.row = new BuiltinRow(template, arguments);
    body.attach(row);
  }

  public Expression template() {
    return template;
  }

  @Override
  public Signature signature() {
    if (signature == null) {
      signature = Signature.ofBuiltin(name, arguments.size(), result);
    }
    return signature;
  }

  @Override
  public ColumnVector columnarBody(int rows, ColumnVector[] args) {
    return body.columnarBody(rows, args);
  }

  /** For engines that keep the call on the CPU; in Spark's own plans the builtin is put back. */
  @Override
  public Object rowBody(Object[] args) {
    Object[] values = new Object[args.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = CatalystTypeConverters.createToCatalystConverter(arguments.get(i)).apply(args[i]);
    }
    return CatalystTypeConverters.createToScalaConverter(result).apply(row.eval(values));
  }

  @Override
  public String udfClass() {
    return body.getClass().getName();
  }

  /** Compares builtin and literals, which determine the body. */
  @Override
  public boolean equals(Object other) {
    return other instanceof BuiltinFunction function
        && name.equals(function.name)
        && arguments.equals(function.arguments)
        && template.canonicalized().equals(function.template.canonicalized());
  }

  @Override
  public int hashCode() {
    return template.canonicalized().hashCode();
  }
}
