// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.memory;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what costs time and memory on a GPU: kernel calls, the bytes that they read and write,
 * allocations and peak bytes. A kernel call is one call of an emulated native, which launches one
 * or more kernels on a GPU.
 */
public final class Ledger {
  private static final Map<String, LongAdder> KERNELS = new ConcurrentHashMap<>();
  private static final LongAdder CALLS = new LongAdder();
  private static final LongAdder READ = new LongAdder();
  private static final LongAdder WRITTEN = new LongAdder();
  private static final LongAdder ALLOCATIONS = new LongAdder();
  private static final AtomicLong LIVE = new AtomicLong();
  private static final AtomicLong PEAK = new AtomicLong();
  private static final ThreadLocal<String> CURRENT = ThreadLocal.withInitial(() -> "emulator");

  /** The counts since the last {@link #reset}. Bytes are device bytes. */
  public record Totals(
      long kernels,
      long bytesRead,
      long bytesWritten,
      long allocations,
      long liveBytes,
      long peakBytes) {}

  /** Called by rewritten classes before each emulated native. */
  public static void kernel(String name) {
    CURRENT.set(name);
    Refused.offsetSeen(false);
    FaultInjection.kernel(name);
    CallFaults.kernel(name);
    CALLS.increment();
    KERNELS.computeIfAbsent(name, k -> new LongAdder()).increment();
    UdfLedger.kernel(name);
  }

  /** The kernel that this thread called last. */
  public static String current() {
    return CURRENT.get();
  }

  /** Counts bytes that a kernel reads from device memory. */
  public static void read(long bytes) {
    READ.add(bytes);
    UdfLedger.read(bytes);
  }

  /** Counts bytes that a kernel writes to device memory. */
  public static void written(long bytes) {
    WRITTEN.add(bytes);
    UdfLedger.written(bytes);
  }

  static void allocated(long bytes) {
    ALLOCATIONS.increment();
    long live = LIVE.addAndGet(bytes);
    PEAK.accumulateAndGet(live, Math::max);
    UdfLedger.allocated(bytes);
  }

  static void freed(long bytes) {
    LIVE.addAndGet(-bytes);
    UdfLedger.allocated(-bytes);
  }

  /** The currently allocated device bytes. */
  public static long liveBytes() {
    return LIVE.get();
  }

  /** The counters. */
  public static Totals totals() {
    return new Totals(
        CALLS.sum(), READ.sum(), WRITTEN.sum(), ALLOCATIONS.sum(), LIVE.get(), PEAK.get());
  }

  /** The number of calls of each kernel. */
  public static Map<String, Long> kernels() {
    Map<String, Long> counts = new java.util.TreeMap<>();
    KERNELS.forEach((name, count) -> counts.put(name, count.sum()));
    return counts;
  }

  /** Sets all counters to zero; the peak becomes the live bytes. */
  public static void reset() {
    KERNELS.clear();
    CALLS.reset();
    READ.reset();
    WRITTEN.reset();
    ALLOCATIONS.reset();
    PEAK.set(LIVE.get());
    UdfLedger.reset();
  }

  /** All counters as JSON: the totals, the kernels by name, and the UDFs. */
  public static String json() {
    Map<String, Object> counters = CounterJson.members(totals());
    counters.put("by_kernel", kernels());
    counters.put("udfs", UdfLedger.members());
    return CounterJson.write(counters);
  }
}
