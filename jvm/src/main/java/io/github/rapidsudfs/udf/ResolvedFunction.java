// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.udf;

import ai.rapids.cudf.ColumnVector;
import io.github.rapidsudfs.api.DualFunction;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.columns.ColumnarCall;
import io.github.rapidsudfs.columns.DecimalRange;
import io.github.rapidsudfs.rows.BodyClasses;
import io.github.rapidsudfs.rows.InternalCall;
import io.github.rapidsudfs.rows.RowCall;
import java.util.List;
import java.util.Objects;
import org.apache.spark.sql.types.DataType;

/** A function with the argument and result types that analysis found for one call of it. */
public final class ResolvedFunction implements UdfTarget {
  /** A function object that delegates, possibly to a resolved function. */
  public interface Adapter {
    /** Null if it delegates to a class that is not a dual function. */
    ResolvedFunction resolved();
  }

  private final DualFunction function;
  private final List<DataType> arguments;
  private final DataType result;
  private transient RowCall rowCall;

  private ResolvedFunction(DualFunction function, List<DataType> arguments) {
    this.function = function;
    this.arguments = List.copyOf(arguments);
    this.result = function.signature().resultType(this.arguments);
  }

  /** A call of a function with arguments of these types. */
  public static ResolvedFunction of(DualFunction function, List<DataType> arguments) {
    return new ResolvedFunction(function, arguments);
  }

  /**
   * The object to put into a {@code ScalaUDF}: the function itself if it is a Scala function of
   * fixed types, otherwise an adapter (also a {@code RapidsUDF}). The adapter knows that its
   * arguments were coerced. It is also used for decimals whose precision cuDF's types do not show:
   * without it, every batch would be searched for values that do not fit.
   *
   * @throws IllegalArgumentException for a wrong number of arguments
   * @throws IllegalStateException if the function's type parameters contradict its signature
   */
  public static Object functionObject(DualFunction function, List<DataType> arguments) {
    Signature signature = function.signature();
    BodyClasses.of(function);
    signature.requireCount(arguments.size());
    boolean fixed =
        !signature.varargs()
            && !signature.dependentResult()
            && signature.arguments().stream()
                .noneMatch(a -> a.isAny() || DecimalRange.isNarrow(a.type()));
    if (fixed && function instanceof FunctionObject) {
      return function;
    }
    return FunctionAdapters.of(new ResolvedFunction(function, arguments), arguments.size());
  }

  public DualFunction function() {
    return function;
  }

  /** The argument types that analysis found. */
  public List<DataType> arguments() {
    return arguments;
  }

  public DataType result() {
    return result;
  }

  /** This call on Spark's internal values. */
  public InternalCall internal() {
    return new InternalCall(function, arguments, result);
  }

  @Override
  public String name() {
    return function.signature().name();
  }

  @Override
  public String className() {
    return function instanceof UdfDelegate delegate
        ? delegate.udfClass()
        : function.getClass().getName();
  }

  @Override
  public Object row(Object[] args) {
    RowCall rows = rowCall;
    if (rows == null) {
      rows = rowCall = RowCall.resolved(function, arguments, result);
    }
    return rows.call(args);
  }

  @Override
  public ColumnVector columnar(int rows, ColumnVector[] args) {
    return ColumnarCall.analysed(function, result, rows, args);
  }

  /** Compares function and types. */
  @Override
  public boolean equals(Object other) {
    return other instanceof ResolvedFunction
        && function.equals(((ResolvedFunction) other).function)
        && arguments.equals(((ResolvedFunction) other).arguments)
        && result.equals(((ResolvedFunction) other).result);
  }

  @Override
  public int hashCode() {
    return Objects.hash(function, arguments, result);
  }
}
