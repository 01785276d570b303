// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.metrics;

import ai.rapids.cudf.ColumnVector;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
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
  private final ConcurrentHashMap<ExecutionPath, WorkTotals> sums = new ConcurrentHashMap<>();

  private Counters(String function) {
    this.function = function;
  }

  /** The counters of a function, created on first use. */
  public static Counters of(String function) {
    return ALL.computeIfAbsent(function, Counters::new);
  }

  /** Reports every {@code function.way}, past and future, with a supplier of its sums. */
  public static void listen(BiConsumer<String, Supplier<WorkTotals>> reported) {
    listener = reported;
    ALL.values().forEach(c -> c.sums.keySet().forEach(c::report));
  }

  private void report(ExecutionPath where) {
    listener.accept(function + "." + where, () -> of(where));
  }

  String function() {
    return function;
  }

  void add(ExecutionPath where, WorkTotals work) {
    if (sums.putIfAbsent(where, WorkTotals.NONE) == null) {
      report(where);
    }
    sums.merge(where, work, WorkTotals::plus);
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
    return sums.getOrDefault(where, WorkTotals.NONE);
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
    ALL.values().forEach(c -> c.sums.replaceAll((where, work) -> WorkTotals.NONE));
  }
}
