// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.column;

import java.nio.ByteBuffer;

/** Values of one to eight bytes in memory, in the representation of {@link FixedVec}. */
public final class StoredBits {
  private StoredBits() {}

  public static long get(ByteBuffer in, int at, Type type) {
    long bits =
        switch (type.width()) {
          case 8 -> in.getLong(at);
          case 4 -> in.getInt(at);
          case 2 -> in.getShort(at);
          default -> in.get(at);
        };
    return type.isUnsigned() && type.width() < 8 ? bits & (1L << 8 * type.width()) - 1 : bits;
  }

  public static void put(ByteBuffer out, int at, Type type, long bits) {
    switch (type.width()) {
      case 8 -> out.putLong(at, bits);
      case 4 -> out.putInt(at, (int) bits);
      case 2 -> out.putShort(at, (short) bits);
      default -> out.put(at, (byte) bits);
    }
  }
}
