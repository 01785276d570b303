// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.memory;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What the columnar bodies of UDFs have made and not closed. A result belongs to the plugin, which
 * closes it before its query ends: what is listed when no query runs has leaked.
 */
public final class UdfLeaks {
  // cuDF closes what the garbage collector finds unreachable and still open, in a thread of this
  // name.
  private static final String CLEANER = "Cleaner Thread";
  private static final Map<String, Leak> COLLECTED = new TreeMap<>();
  private static volatile long round;

  private UdfLeaks() {}

  /**
   * The device bytes and the cuDF objects that one UDF left open, and the places in its source
   * where they were made, each {@code Udf.helper(Udf.java:20) < Udf.evaluateColumnar(Udf.java:52)}.
   */
  public record Leak(long bytes, long objects, TreeSet<String> where) {
    Leak plus(Leak other) {
      TreeSet<String> both = new TreeSet<>(where);
      both.addAll(other.where);
      return new Leak(bytes + other.bytes, objects + other.objects, both);
    }
  }

  /** Who made something, after how many resets, and where in its source. */
  record Owner(String udf, long round, String place) {}

  /** The UDF whose columnar body this thread is in; null where it is in none. */
  static Owner owner() {
    return UdfLedger.current(round);
  }

  /**
   * Called for all that is closed: what the garbage collector had to close has leaked all the same.
   */
  static void closed(Owner owner, long bytes, long objects) {
    if (owner != null && Thread.currentThread().getName().equals(CLEANER)) {
      synchronized (COLLECTED) {
        add(COLLECTED, owner, bytes, objects);
      }
    }
  }

  /** Forgets what was made until now. */
  static void reset() {
    synchronized (COLLECTED) {
      round++;
      COLLECTED.clear();
    }
  }

  /**
   * What was made since the last {@link Ledger#reset} and not closed by the code itself, by UDF
   * class name.
   */
  public static Map<String, Leak> list() {
    synchronized (COLLECTED) {
      Map<String, Leak> leaks = new TreeMap<>(COLLECTED);
      Device.live(buffer -> add(leaks, buffer.owner, buffer.size, 0));
      Handles.live(open -> add(leaks, open.owner(), 0, 1));
      return leaks;
    }
  }

  /** {@link #list} as JSON. */
  public static String json() {
    return Json.write(list());
  }

  private static void add(Map<String, Leak> leaks, Owner owner, long bytes, long objects) {
    if (owner != null && owner.round() == round) {
      leaks.merge(
          owner.udf(), new Leak(bytes, objects, new TreeSet<>(Set.of(owner.place()))), Leak::plus);
    }
  }
}
