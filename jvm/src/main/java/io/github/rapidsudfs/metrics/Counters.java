// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.metrics;

import ai.rapids.cudf.ColumnVector;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.apache.spark.TaskContext;

/**
 * The calls of each function in this process, row by row and in columns. A function ran on the GPU
 * if and only if its number of columnar batches grew; {@code Gpu} in a plan proves nothing.
 *
 * <p>Counts are of this JVM: the driver's in local mode, one executor's on a cluster.
 */
public final class Counters {
  private static final ConcurrentHashMap<String, Counters> ALL = new ConcurrentHashMap<>();
  private static volatile BiConsumer<String, Supplier<WorkTotals>> listener = (name, sums) -> {};

  private final String function;
  private final ConcurrentHashMap<ExecutionPath, Sums> sums = new ConcurrentHashMap<>();

  private Counters(String function) {
    this.function = function;
  }

  /** The counters of a function, created on first use. */
  public static Counters of(String function) {
    return ALL.computeIfAbsent(function, Counters::new);
  }

  /**
   * Reports each function and each way in which it is executed, past and future.
   *
   * @param reported takes {@code function.way} and a supplier of its sums
   */
  public static void listen(BiConsumer<String, Supplier<WorkTotals>> reported) {
    listener = reported;
    ALL.values().forEach(c -> c.sums.forEach((where, s) -> reported.accept(c.name(where), s::get)));
  }

  private String name(ExecutionPath where) {
    return function + "." + where;
  }

  String function() {
    return function;
  }

  void add(ExecutionPath where, WorkTotals work) {
    Sums found = sums.get(where);
    if (found == null) {
      Sums made = new Sums();
      found = sums.putIfAbsent(where, made);
      if (found == null) {
        found = made;
        listener.accept(name(where), made::get);
      }
    }
    found.add(work);
  }

  /** Counts row-wise calls of the running task. */
  public RowCount rowCount(ExecutionPath where) {
    return RowCount.of(this, where);
  }

  /** Counts a call of a columnar body, or its failure. */
  public ColumnVector columnar(int rows, ColumnVector[] args, Supplier<ColumnVector> body) {
    TaskContext context = TaskContext.get();
    TaskWork task = context == null ? null : TaskWork.of(context);
    // The size of a string column is read from the device, so it is taken only on request.
    boolean measured = task != null && task.isTracked();
    long bytesIn = measured ? bytes(args) : 0;
    long bytesOut = 0;
    long errors = 1;
    long begun = System.nanoTime();
    long nanos = 0;
    try {
      ColumnVector result = body.get();
      nanos = System.nanoTime() - begun;
      errors = 0;
      if (measured) {
        bytesOut = bytesOf(result);
      }
      return result;
    } finally {
      nanos = errors == 0 ? nanos : System.nanoTime() - begun;
      WorkTotals work = new WorkTotals(1, rows, nanos, bytesIn, bytesOut, errors);
      add(ExecutionPath.COLUMNAR, work);
      if (task != null) {
        task.add(function, ExecutionPath.COLUMNAR, work);
      }
    }
  }

  private static long bytes(ColumnVector[] columns) {
    long sum = 0;
    for (ColumnVector column : columns) {
      sum += column == null ? 0 : column.getDeviceMemorySize();
    }
    return sum;
  }

  /** The size of a result, which is closed if reading its size fails: no one else holds it. */
  private static long bytesOf(ColumnVector result) {
    try {
      return result == null ? 0 : result.getDeviceMemorySize();
    } catch (Throwable t) {
      result.close();
      throw t;
    }
  }

  private WorkTotals of(ExecutionPath where) {
    Sums found = sums.get(where);
    return found == null ? WorkTotals.NONE : found.get();
  }

  /** Calls of the row-wise body, null rows included. */
  public long rowCalls() {
    return of(ExecutionPath.COMPILED)
        .plus(of(ExecutionPath.ROWS))
        .plus(of(ExecutionPath.BRIDGE))
        .plus(of(ExecutionPath.ODD))
        .calls();
  }

  /** Calls of {@code evaluateColumnar}, retried ones included. */
  public long columnarBatches() {
    return of(ExecutionPath.COLUMNAR).calls();
  }

  /** Rows of those batches. */
  public long columnarRows() {
    return of(ExecutionPath.COLUMNAR).rows();
  }

  /** The counts that Python names {@code Counts}, odd rows last. */
  private long[] toArray() {
    return new long[] {
      rowCalls(), columnarBatches(), columnarRows(), of(ExecutionPath.ODD).calls()
    };
  }

  /** All counters: name to {row calls, columnar batches, columnar rows, odd rows}. */
  public static Map<String, long[]> snapshot() {
    Map<String, long[]> counts = new TreeMap<>();
    ALL.forEach((name, c) -> counts.put(name, c.toArray()));
    return counts;
  }

  /** Sets every counter of this process to zero. */
  public static void reset() {
    ALL.values().forEach(c -> c.sums.values().forEach(Sums::reset));
  }

  /** A {@link WorkTotals} that threads add to. */
  private static final class Sums {
    private final LongAdder[] adders = new LongAdder[WorkTotals.NONE.toArray().length];

    Sums() {
      for (int i = 0; i < adders.length; i++) {
        adders[i] = new LongAdder();
      }
    }

    void add(WorkTotals work) {
      long[] more = work.toArray();
      for (int i = 0; i < more.length; i++) {
        if (more[i] != 0) {
          adders[i].add(more[i]);
        }
      }
    }

    WorkTotals get() {
      long[] sums = new long[adders.length];
      for (int i = 0; i < sums.length; i++) {
        sums[i] = adders[i].sum();
      }
      return WorkTotals.of(sums);
    }

    void reset() {
      for (LongAdder adder : adders) {
        adder.reset();
      }
    }
  }
}
