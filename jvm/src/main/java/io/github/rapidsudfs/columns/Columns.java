// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.columns;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import java.util.ArrayList;
import java.util.List;

/**
 * The columns, scalars and tables that a columnar body creates. Closing the scope closes them, the
 * last one first.
 *
 * <pre>{@code
 * try (Columns c = new Columns()) {
 *   ColumnVector lengths = c.own(text.getCharLengths());
 *   ColumnVector isLong = c.own(lengths.greaterThan(c.own(Scalar.fromInt(80))));
 *   c.free(lengths);
 *   return isLong.ifElse(...);
 * }
 * }</pre>
 *
 * <ul>
 *   <li>{@link #own} every resource as soon as it exists, also those within an expression.
 *   <li>Do not own what is borrowed, such as the arguments, nor what the body returns.
 *   <li>{@link #free} what occupies memory and is no longer needed, before the next allocation, if
 *       the peak matters.
 *   <li>{@link #release} what turns out to be the result after it was owned.
 * </ul>
 *
 * <p>A scope belongs to one call and one thread.
 */
public final class Columns implements AutoCloseable {
  private final List<AutoCloseable> owned = new ArrayList<>();

  /**
   * Returns a resource that the scope will close.
   *
   * @param resource may be null, which the scope ignores; a resource that is owned twice, as by
   *     {@code incRefCount}, is closed twice
   */
  public <T extends AutoCloseable> T own(T resource) {
    if (resource != null) {
      owned.add(resource);
    }
    return resource;
  }

  /**
   * Closes resources early, in this order. If a close throws, the scope still owns those after it.
   *
   * @throws IllegalStateException if the scope does not own one of them (any more)
   */
  public void free(AutoCloseable... resources) {
    for (AutoCloseable resource : resources) {
      if (resource != null) {
        forget(resource);
        close(resource);
      }
    }
  }

  /**
   * Returns a resource, which the caller owns from now on.
   *
   * @throws IllegalStateException if the scope does not own it (any more)
   */
  public <T extends AutoCloseable> T release(T resource) {
    if (resource != null) {
      forget(resource);
    }
    return resource;
  }

  /** Starts a computation with results of type INT32. */
  public Computation ints(ColumnView column) {
    return new Computation(this, column, DType.INT32);
  }

  /** Starts a computation with results of type INT64. */
  public Computation longs(ColumnView column) {
    return new Computation(this, column, DType.INT64);
  }

  /** Starts a computation with results of type FLOAT64. */
  public Computation doubles(ColumnView column) {
    return new Computation(this, column, DType.FLOAT64);
  }

  /** Compares a column with a number: flags that the scope owns. */
  public ColumnVector is(ColumnView column, BinaryOp op, int operand) {
    return new Computation(this, column, DType.BOOL8).with(op, operand).get();
  }

  /** As {@link #is(ColumnView, BinaryOp, int)}. */
  public ColumnVector is(ColumnView column, BinaryOp op, long operand) {
    return new Computation(this, column, DType.BOOL8).with(op, operand).get();
  }

  /** As {@link #is(ColumnView, BinaryOp, int)}. */
  public ColumnVector is(ColumnView column, BinaryOp op, double operand) {
    return new Computation(this, column, DType.BOOL8).with(op, operand).get();
  }

  /** Compares two columns: flags that the scope owns. */
  public ColumnVector is(ColumnView column, BinaryOp op, ColumnView operand) {
    return new Computation(this, column, DType.BOOL8).with(op, operand).get();
  }

  /** Closes everything; the first exception of a close has the later ones suppressed. */
  @Override
  public void close() {
    Throwable failure = null;
    while (!owned.isEmpty()) {
      try {
        close(owned.remove(owned.size() - 1));
      } catch (RuntimeException | Error e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure != null) {
      throw (RuntimeException) failure;
    }
  }

  /** Forgets one ownership, the latest; by identity, since columns compare their contents. */
  private void forget(AutoCloseable resource) {
    int i = owned.size() - 1;
    while (i >= 0 && owned.get(i) != resource) {
      i--;
    }
    if (i < 0) {
      throw new IllegalStateException("The scope does not own " + resource);
    }
    owned.remove(i);
  }

  private static void close(AutoCloseable resource) {
    try {
      resource.close();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("Closing " + resource + " failed", e);
    }
  }
}
