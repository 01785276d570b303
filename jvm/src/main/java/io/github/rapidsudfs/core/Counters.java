package io.github.rapidsudfs.core;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * The calls of each function in this process, row by row and in columns. A function ran on the GPU
 * if and only if its columnar batches grew: a plan that says {@code Gpu} is no proof.
 *
 * <p>Counts are of this JVM: the driver's in local mode, one executor's on a cluster.
 */
public final class Counters {
  private static final ConcurrentHashMap<String, Counters> ALL = new ConcurrentHashMap<>();

  private final LongAdder rowCalls = new LongAdder();
  private final LongAdder columnarBatches = new LongAdder();
  private final LongAdder columnarRows = new LongAdder();

  private Counters() {}

  /** The counters of the function of this name, made at its first use. */
  public static Counters of(String function) {
    return ALL.computeIfAbsent(function, name -> new Counters());
  }

  void rowCall() {
    rowCalls.increment();
  }

  /** Counts row-wise calls of the running task. */
  public RowCount rowCount() {
    return RowCount.of(rowCalls);
  }

  void columnarBatch(long rows) {
    columnarBatches.increment();
    columnarRows.add(rows);
  }

  /** Calls of the row-wise body, null rows included. */
  public long rowCalls() {
    return rowCalls.sum();
  }

  /** Calls of {@code evaluateColumnar}, retried ones included. */
  public long columnarBatches() {
    return columnarBatches.sum();
  }

  /** Rows of those batches. */
  public long columnarRows() {
    return columnarRows.sum();
  }

  /** All counters so far: name to {row calls, columnar batches, columnar rows}. */
  public static Map<String, long[]> snapshot() {
    Map<String, long[]> counts = new TreeMap<>();
    ALL.forEach(
        (name, c) ->
            counts.put(name, new long[] {c.rowCalls(), c.columnarBatches(), c.columnarRows()}));
    return counts;
  }

  /** Sets every counter of this process to zero. */
  public static void reset() {
    ALL.values()
        .forEach(
            c -> {
              c.rowCalls.reset();
              c.columnarBatches.reset();
              c.columnarRows.reset();
            });
  }
}
