// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.core;

import ai.rapids.cudf.ColumnVector;
import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;

/**
 * A dual function of any number of arguments.
 *
 * <p>Write {@link #signature()} (with {@code takesMany}), {@link #row} and {@link #columnar}. What
 * the bodies may rely on: see {@link DualFunction}. Spark's {@code registerJavaFunction} knows no
 * such functions; a subclass that says {@code implements UDF1<...>} can be registered with it for
 * calls of one argument.
 */
public abstract class VarargsUdf<A, R> implements DualFunction {
  private static final long serialVersionUID = 1L;
  private transient RowCall rowCall;

  /** The row-wise body. The list is the caller's: it holds other values at the next call. */
  protected abstract R row(List<A> args);

  /** The columnar body: the arguments are borrowed, the result belongs to the caller. */
  protected abstract ColumnVector columnar(int rows, ColumnVector[] args);

  /** One row-wise call with one argument, as {@code UDF1} wants it. */
  @SuppressWarnings("unchecked")
  public final R call(A value) {
    RowCall rows = rowCall;
    if (rows == null) {
      rows = rowCall = RowCall.of(this, 1);
    }
    return (R) rows.call(value);
  }

  /** The row-wise body over a view of arguments: for generated code, which keeps both. */
  public final R body(List<A> args) {
    return row(args);
  }

  /** A view of arguments, as the body takes them. */
  public static <A> List<A> view(Object[] args) {
    return new View<>(args);
  }

  @Override
  public final Object rowBody(Object[] args) {
    return row(view(args));
  }

  @Override
  public final ColumnVector columnarBody(int rows, ColumnVector[] args) {
    return columnar(rows, args);
  }

  /** Of one class, unlike the JDK's, so that a JVM's compiler knows what {@code get} does. */
  private static final class View<A> extends AbstractList<A> implements RandomAccess {
    private final Object[] args;

    View(Object[] args) {
      this.args = args;
    }

    @Override
    @SuppressWarnings("unchecked")
    public A get(int i) {
      return (A) args[i];
    }

    @Override
    public int size() {
      return args.length;
    }
  }
}
