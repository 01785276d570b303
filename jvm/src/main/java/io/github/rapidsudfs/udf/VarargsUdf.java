// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.udf;

import ai.rapids.cudf.ColumnVector;
import io.github.rapidsudfs.api.BodyTypes;
import io.github.rapidsudfs.api.DualFunction;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.columns.CheckedFunction;
import io.github.rapidsudfs.rows.RowCall;
import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;

/**
 * A dual function of any number of arguments.
 *
 * <p>Pass a signature with {@code takesMany} to the constructor; write {@link #row} and {@link
 * #columnar}. See {@link DualFunction} for what the bodies may rely on. Spark's {@code
 * registerJavaFunction} does not support varargs; a subclass that implements {@code UDF1<...>} can
 * be registered with it for calls with one argument.
 */
@BodyTypes
public abstract class VarargsUdf<A, R> implements CheckedFunction {
  private final Signature signature;
  private transient RowCall rowCall;

  protected VarargsUdf(Signature signature) {
    this.signature = signature;
  }

  @Override
  public final Signature signature() {
    return signature;
  }

  /** The row-wise body. The list belongs to the caller, who reuses it for the next call. */
  protected abstract R row(List<A> args);

  /** The columnar body: the arguments are borrowed, the result belongs to the caller. */
  protected abstract ColumnVector columnar(int rows, ColumnVector[] args);

  /** One row-wise call with one argument, for {@code UDF1}. */
  @SuppressWarnings("unchecked")
  public final R call(A value) {
    RowCall rows = rowCall;
    if (rows == null) {
      rows = rowCall = RowCall.of(this, 1);
    }
    return (R) rows.call(value);
  }

  /** The row-wise body over a view of arguments, for generated code. */
  public final R body(List<A> args) {
    return row(args);
  }

  /** A view of arguments as a list. */
  public static <A> List<A> view(Object[] args) {
    int n = args.length;
    return n <= 4
        ? new Few<>(
            n,
            n > 0 ? args[0] : null,
            n > 1 ? args[1] : null,
            n > 2 ? args[2] : null,
            n > 3 ? args[3] : null)
        : new View<>(args);
  }

  @Override
  public final Object rowBody(Object[] args) {
    return row(view(args));
  }

  @Override
  public final ColumnVector columnarBody(int rows, ColumnVector[] args) {
    return columnar(rows, args);
  }

  /** Our own class, so that the JIT compiler sees a single implementation of {@code get}. */
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

  /** Up to four arguments in fields; the JIT compiler eliminates the object: see View. */
  private static final class Few<A> extends AbstractList<A> implements RandomAccess {
    private final int size;
    private final Object first;
    private final Object second;
    private final Object third;
    private final Object fourth;

    Few(int size, Object first, Object second, Object third, Object fourth) {
      this.size = size;
      this.first = first;
      this.second = second;
      this.third = third;
      this.fourth = fourth;
    }

    @Override
    @SuppressWarnings("unchecked")
    public A get(int i) {
      if (i >= size) {
        throw new IndexOutOfBoundsException(i);
      }
      return (A)
          switch (i) {
            case 0 -> first;
            case 1 -> second;
            case 2 -> third;
            default -> fourth;
          };
    }

    @Override
    public int size() {
      return size;
    }
  }
}
