// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.rows;

import java.nio.ByteOrder;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.types.UTF8String;

/** Reads and slices the bytes of Spark's strings without copying them. */
public final class Utf8 {
  /** The highest bit of each byte of a {@link #word}. */
  public static final long HIGHEST_BITS = 0x8080808080808080L;

  private static final long LOWEST_BITS = 0x0101010101010101L;
  private static final boolean FIRST_IS_LOWEST = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

  private Utf8() {}

  /** The byte at an index, which must be within the string. */
  public static byte at(UTF8String text, int index) {
    // The JIT compiler knows what a read from an array may alias, but not a read by address.
    return text.getBaseObject() instanceof byte[] bytes
        ? bytes[(int) (text.getBaseOffset() - Platform.BYTE_ARRAY_OFFSET) + index]
        : Platform.getByte(text.getBaseObject(), text.getBaseOffset() + index);
  }

  /** The eight bytes from an index on, all within the string, the first one lowest. */
  public static long word(UTF8String text, int index) {
    return word(text.getBaseObject(), text.getBaseOffset() + index);
  }

  static long word(Object base, long offset) {
    long word = Platform.getLong(base, offset);
    return FIRST_IS_LOWEST ? word : Long.reverseBytes(word);
  }

  /** As {@link #word}, for any index within the string: bytes beyond its end are 0. */
  public static long wordOrRest(UTF8String text, int index) {
    int end = text.numBytes();
    if (index <= end - Long.BYTES) {
      return word(text, index);
    }
    if (end >= Long.BYTES) {
      return word(text, end - Long.BYTES) >>> Byte.SIZE * (index + Long.BYTES - end);
    }
    long word = 0;
    for (int i = end - 1; i >= index; i--) {
      word = word << Byte.SIZE | at(text, i) & 0xFF;
    }
    return word;
  }

  /** The highest bit of each byte of a {@link #word} that equals this ASCII character. */
  public static long equal(long word, char c) {
    long other = word ^ LOWEST_BITS * c;
    return ~((other & ~HIGHEST_BITS) + ~HIGHEST_BITS | other) & HIGHEST_BITS;
  }

  /** Writes the eight bytes of a {@link #word} from an index on. */
  public static void putWord(byte[] into, int index, long word) {
    Platform.putLong(
        into, Platform.BYTE_ARRAY_OFFSET + index, FIRST_IS_LOWEST ? word : Long.reverseBytes(word));
  }

  /** The highest bit of each byte of a {@link #word} that is ASCII and greater than this one. */
  public static long above(long word, int character) {
    long low = word & ~HIGHEST_BITS;
    return low + LOWEST_BITS * (0x7F - character) & ~word & HIGHEST_BITS;
  }

  /** Returns whether this byte starts a character, that is, is not a continuation byte. */
  public static boolean startsCharacter(byte b) {
    return (b & 0xC0) != 0x80;
  }

  /** The first index from {@code from} on at which a character starts, or the end. */
  public static int nextCharacter(UTF8String text, int from) {
    int at = from;
    while (at < text.numBytes() && !startsCharacter(at(text, at))) {
      at++;
    }
    return at;
  }

  /** The number of code points in the bytes before {@code end}. */
  public static int countCharacters(UTF8String text, int end) {
    int continued = 0;
    for (int i = 0; i < end; i += Long.BYTES) {
      long word = wordOrRest(text, i);
      continued += Long.bitCount(cut(word & ~(word << 1) & HIGHEST_BITS, end - i));
    }
    return end - continued;
  }

  /** A {@link #word} with all but its first {@code bytes} bytes (at least one) set to 0. */
  static long cut(long word, int bytes) {
    return bytes < Long.BYTES ? word & -1L >>> Long.SIZE - Byte.SIZE * bytes : word;
  }

  public static boolean isAscii(UTF8String text) {
    long bits = 0;
    for (int i = 0; i < text.numBytes(); i += Long.BYTES) {
      bits |= wordOrRest(text, i);
    }
    return (bits & HIGHEST_BITS) == 0;
  }

  /** The index of an ASCII character within {@code [from, to)}, or {@code to} if it is absent. */
  public static int indexOf(UTF8String text, char c, int from, int to) {
    for (int at = from; at < to; at += Long.BYTES) {
      long hits = equal(wordOrRest(text, at), c);
      if (hits != 0) {
        return Math.min(to, at + Long.numberOfTrailingZeros(hits) / Byte.SIZE);
      }
    }
    return to;
  }

  /** A substring over the same memory. */
  public static UTF8String slice(UTF8String text, int from, int to) {
    return from == 0 && to == text.numBytes()
        ? text
        : UTF8String.fromAddress(text.getBaseObject(), text.getBaseOffset() + from, to - from);
  }

  /** Copies a part of a string to an array and returns the position after it. */
  public static int copy(UTF8String text, int from, int to, byte[] into, int at) {
    if (text.getBaseObject() instanceof byte[] bytes) {
      int offset = (int) (text.getBaseOffset() - Platform.BYTE_ARRAY_OFFSET);
      System.arraycopy(bytes, offset + from, into, at, to - from);
    } else {
      Platform.copyMemory(
          text.getBaseObject(),
          text.getBaseOffset() + from,
          into,
          Platform.BYTE_ARRAY_OFFSET + at,
          to - from);
    }
    return at + to - from;
  }
}
