// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.memory;

/**
 * Tracks columns that start at an offset in their memory, as slices do. In some operations libcudf
 * or its Java classes lose the offset and read other rows; the emulator refuses these.
 */
public final class Offsets {
  private static final ThreadLocal<boolean[]> SEEN = ThreadLocal.withInitial(() -> new boolean[1]);

  /** Starts a new call, none of whose arguments has been read. */
  static void forget() {
    SEEN.get()[0] = false;
  }

  /** Notes that an argument of the current call starts at an offset. */
  public static void seen() {
    SEEN.get()[0] = true;
  }

  /** Refuses the current call if one of the arguments that were read starts at an offset. */
  public static void refuse() {
    refuse("");
  }

  /** As {@link #refuse()}, with a workaround in the message. */
  public static void refuse(String instead) {
    if (SEEN.get()[0]) {
      throw Refused.atOffset(instead);
    }
  }
}
