// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.memory;

import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;

/** The ledger of each UDF: calls, bytes and memory, summed over its columnar body's calls. */
public final class UdfLedger {
  private static final ThreadLocal<Deque<Call>> CALLS = ThreadLocal.withInitial(ArrayDeque::new);
  private static final ThreadLocal<Result> LAST = new ThreadLocal<>();
  private static final Map<String, Entry> UDFS = new TreeMap<>();

  /**
   * The cost of one UDF's calls. {@code peakBytes} is the most device bytes that one call held in
   * addition to its inputs, including its result; {@code leftBytes} is the memory that its calls
   * left allocated, including results.
   */
  public record Entry(
      String udf,
      long calls,
      long rows,
      long inputBytes,
      long kernels,
      long bytesRead,
      long bytesWritten,
      long allocations,
      long peakBytes,
      long leftBytes,
      Map<String, Long> byKernel) {}

  /** The result of a columnar body, and the place in its source where it was created, or null. */
  public record Result(String udf, Object column, String place) {}

  private static final class Call {
    final Object udf;
    final String name;
    final long rows;
    final long inputBytes;
    final Borrowed arguments;
    String lastPlace;
    long kernels;
    long read;
    long written;
    long allocations;
    long live;
    long peak;
    final Map<String, Long> byKernel = new TreeMap<>();

    Call(Object udf, String name, long rows, long inputBytes, Object[] arguments) {
      this.udf = udf;
      this.name = name;
      this.rows = rows;
      this.inputBytes = inputBytes;
      this.arguments = new Borrowed(arguments);
    }
  }

  /** Called by rewritten UDF classes on entry to their columnar body. */
  public static void enter(Object udf, int rows, Object[] columns) {
    Object[] arguments = columns == null ? new Object[0] : columns.clone();
    long bytes = 0;
    for (Object column : arguments) {
      bytes += column == null ? 0 : (Long) CudfClasses.call(column, "getDeviceMemorySize");
    }
    LAST.remove();
    if (CALLS.get().isEmpty()) {
      CallFaults.entered(rows);
    }
    CALLS.get().push(new Call(udf, name(udf), rows, bytes, arguments));
  }

  /** The class name of a UDF, or what its method {@code udfClass()} returns. */
  private static String name(Object udf) {
    try {
      Method named = udf.getClass().getMethod("udfClass");
      named.setAccessible(true);
      return String.valueOf(named.invoke(udf));
    } catch (NoSuchMethodException e) {
      return udf.getClass().getName();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot get the name of a UDF: " + e, e);
    }
  }

  /**
   * Called by rewritten UDF classes when their columnar body returns. If the body misused its
   * arguments, closes the result and throws: the plugin would otherwise fail later, or read freed
   * memory.
   */
  public static void leave(Object result) {
    Call call = left();
    if (CALLS.get().isEmpty()) {
      CallFaults.returned();
    }
    String fault = call.arguments.fault(call.name, result);
    if (fault == null) {
      LAST.set(new Result(call.name, result, result == null ? null : place(result)));
      return;
    }
    call.arguments.restore();
    ArgumentMisuse error = new ArgumentMisuse(fault);
    if (result instanceof AutoCloseable && !call.arguments.has(result)) {
      try {
        ((AutoCloseable) result).close();
      } catch (Exception e) {
        error.addSuppressed(e);
      }
    }
    throw error;
  }

  /** Called when a columnar body throws; adds a note on misused arguments. */
  public static void failed(Throwable thrown) {
    Call call = left();
    String fault = call.arguments.fault(call.name, null);
    if (fault != null) {
      call.arguments.restore();
      thrown.addSuppressed(new ArgumentMisuse(fault));
    }
    // A base class has rejected the result of a body that is no longer on the stack.
    if (call.lastPlace != null && !CallSites.isIn(thrown, call.name)) {
      thrown.addSuppressed(
          note("the last column that " + call.name + " created was created at " + call.lastPlace));
    }
    if (CALLS.get().isEmpty()) {
      CallFaults.threw(thrown, fault);
    }
  }

  /** A note to be added to an error, without a stack trace. */
  public static Throwable note(String text) {
    IllegalStateException note = new IllegalStateException(text);
    note.setStackTrace(new StackTraceElement[0]);
    return note;
  }

  private static Call left() {
    Deque<Call> calls = CALLS.get();
    Call call = calls.pop();
    Call outer = calls.peek();
    if (outer != null && outer.udf == call.udf) {
      // A forwarder of the same object (a trait's body, a super call) has counted the call already.
      return call;
    }
    synchronized (UDFS) {
      UDFS.compute(call.name, (name, entry) -> plus(entry, call));
    }
    return call;
  }

  /** The result of this thread's last columnar body, unless it threw. */
  public static Result lastResult() {
    return LAST.get();
  }

  /** Forgets {@link #lastResult}. */
  public static void forgetResult() {
    LAST.remove();
  }

  /** Called by cuDF's columns when a reference is taken. */
  public static void taken(Object column) {
    for (Call call : CALLS.get()) {
      call.arguments.taken(column);
    }
  }

  /** Called by cuDF's columns on close. */
  public static void closing(Object column) {
    for (Call call : CALLS.get()) {
      call.arguments.givenBack(column, call.name);
    }
  }

  /** An entry (or null) with one more call added. */
  private static Entry plus(Entry entry, Call c) {
    Entry e = entry == null ? new Entry(c.name, 0, 0, 0, 0, 0, 0, 0, 0, 0, Map.of()) : entry;
    Map<String, Long> kernels = new TreeMap<>(e.byKernel);
    c.byKernel.forEach((name, count) -> kernels.merge(name, count, Long::sum));
    return new Entry(
        c.name,
        e.calls + 1,
        e.rows + c.rows,
        e.inputBytes + c.inputBytes,
        e.kernels + c.kernels,
        e.bytesRead + c.read,
        e.bytesWritten + c.written,
        e.allocations + c.allocations,
        Math.max(e.peakBytes, c.peak),
        e.leftBytes + c.live,
        kernels);
  }

  private static String place(Object column) {
    return Handles.place((Long) CudfClasses.call(column, "getNativeView"));
  }

  static void kernel(String name) {
    for (Call call : CALLS.get()) {
      call.kernels++;
      call.byKernel.merge(name, 1L, Long::sum);
    }
  }

  static void read(long bytes) {
    for (Call call : CALLS.get()) {
      call.read += bytes;
    }
  }

  static void written(long bytes) {
    for (Call call : CALLS.get()) {
      call.written += bytes;
    }
  }

  static void allocated(long bytes) {
    for (Call call : CALLS.get()) {
      call.allocations += bytes > 0 ? 1 : 0;
      call.live += bytes;
      call.peak = Math.max(call.peak, call.live);
    }
  }

  /** The UDF whose columnar body this thread is in, with the current line; else null. */
  static UdfLeaks.Owner current(long round) {
    Call call = CALLS.get().peek();
    if (call == null) {
      return null;
    }
    String place = CallSites.here(call.name);
    if (CallSites.isIn(place, call.name)) {
      call.lastPlace = place;
    }
    return new UdfLeaks.Owner(call.name, round, place);
  }

  /** Returns whether this thread is inside a UDF's columnar body. */
  static boolean inside() {
    return !CALLS.get().isEmpty();
  }

  static void reset() {
    synchronized (UDFS) {
      UDFS.clear();
    }
    UdfLeaks.reset();
  }

  /** The entries by UDF class name. */
  public static Map<String, Entry> entries() {
    synchronized (UDFS) {
      return new TreeMap<>(UDFS);
    }
  }

  /** The entries for JSON. */
  static Map<String, Object> members() {
    Map<String, Object> members = new TreeMap<>();
    entries()
        .forEach(
            (udf, entry) -> {
              Map<String, Object> counters = CounterJson.members(entry);
              counters.remove("udf");
              members.put(udf, counters);
            });
    return members;
  }
}
