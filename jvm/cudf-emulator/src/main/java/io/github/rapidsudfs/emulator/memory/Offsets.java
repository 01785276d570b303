// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.memory;

/**
 * Columns that start at an offset in their memory, as slices do. libcudf and its Java classes lose
 * the offset in some operations and answer from other rows: the emulator refuses those.
 */
public final class Offsets {
  private static final ThreadLocal<boolean[]> SEEN = ThreadLocal.withInitial(() -> new boolean[1]);

  private Offsets() {}

  /** A new call: none of its arguments has been read. */
  static void forget() {
    SEEN.get()[0] = false;
  }

  /** An argument of the current call starts at an offset. */
  public static void seen() {
    SEEN.get()[0] = true;
  }

  /** Refuses the current call if one of the arguments that were read starts at an offset. */
  public static void refuse() {
    refuse("");
  }

  /** So, with what helps there. */
  public static void refuse(String instead) {
    if (SEEN.get()[0]) {
      throw new Refused(
          "a column that starts at an offset, which cuDF itself reads wrongly here"
              + instead
              + ",");
    }
  }
}
