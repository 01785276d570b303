// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.memory;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The objects that columnar bodies of UDFs have created and not closed. A result belongs to the
 * plugin, which closes it before its query ends, so objects listed when no query runs have leaked.
 */
public final class UdfLeaks {
  // The thread in which cuDF closes open objects that the garbage collector found unreachable.
  private static final String CLEANER = "Cleaner Thread";
  private static final Map<String, Leak> COLLECTED = new TreeMap<>();
  private static volatile long round;

  /**
   * The device bytes and cuDF objects that one UDF left open, and the places in its source where
   * they were created, each {@code Udf.helper(Udf.java:20) < Udf.evaluateColumnar(Udf.java:52)}.
   */
  public record Leak(long bytes, long objects, TreeSet<String> where) {
    Leak plus(Leak other) {
      TreeSet<String> both = new TreeSet<>(where);
      both.addAll(other.where);
      return new Leak(bytes + other.bytes, objects + other.objects, both);
    }
  }

  /** The UDF that created an object, the number of resets before, and the place in its source. */
  record Owner(String udf, long round, String place) {}

  /** The UDF whose columnar body this thread is in, or null. */
  static Owner owner() {
    return UdfLedger.current(round);
  }

  /** Called for every closed object; one closed by the garbage collector has leaked. */
  static void closed(Owner owner, long bytes, long objects) {
    if (owner != null && Thread.currentThread().getName().equals(CLEANER)) {
      synchronized (COLLECTED) {
        add(COLLECTED, owner, bytes, objects);
      }
    }
  }

  /** Forgets all objects created so far. */
  static void reset() {
    synchronized (COLLECTED) {
      round++;
      COLLECTED.clear();
    }
  }

  /** The objects created since {@link Ledger#reset} that a UDF has not closed, by UDF. */
  public static Map<String, Leak> list() {
    synchronized (COLLECTED) {
      Map<String, Leak> leaks = new TreeMap<>(COLLECTED);
      DeviceMemory.live(buffer -> add(leaks, buffer.owner, buffer.size, 0));
      Handles.live(open -> add(leaks, open.owner(), 0, 1));
      return leaks;
    }
  }

  /** {@link #list} as JSON. */
  public static String json() {
    return CounterJson.write(list());
  }

  private static void add(Map<String, Leak> leaks, Owner owner, long bytes, long objects) {
    if (owner != null && owner.round() == round) {
      leaks.merge(
          owner.udf(), new Leak(bytes, objects, new TreeSet<>(Set.of(owner.place()))), Leak::plus);
    }
  }
}
