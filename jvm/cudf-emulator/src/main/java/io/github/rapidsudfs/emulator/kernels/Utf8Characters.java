// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.column.StringVec;
import io.github.rapidsudfs.emulator.memory.Refused;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Characters of byte strings. libcudf's kernels disagree about invalid UTF-8, so kernels that need
 * positions refuse it.
 */
final class Utf8Characters {
  /** Returns whether a byte starts a character in libcudf's count. */
  static boolean starts(byte b) {
    return (b & 0xC0) != 0x80;
  }

  /** The number of characters, that is, of bytes that start one. */
  static int count(byte[] bytes, int from, int to) {
    int count = 0;
    for (int i = from; i < to; i++) {
      count += starts(bytes[i]) ? 1 : 0;
    }
    return count;
  }

  static boolean isAscii(byte[] bytes, int from, int to) {
    int all = 0;
    for (int i = from; i < to; i++) {
      all |= bytes[i];
    }
    return all >= 0;
  }

  /** The byte at which a character begins; the end if there are fewer characters. */
  static int offset(byte[] bytes, int from, int to, int characters) {
    int left = characters;
    for (int i = from; i < to; i++) {
      if (starts(bytes[i]) && left-- == 0) {
        return i;
      }
    }
    return to;
  }

  /** The width of a character by its first byte; 1 if the byte is not a valid first byte. */
  static int width(byte first) {
    int b = first & 0xFF;
    return b < 0xC0 ? 1 : b < 0xE0 ? 2 : b < 0xF0 ? 3 : b < 0xF8 ? 4 : 1;
  }

  /** Refuses a row that is not valid UTF-8. */
  static void require(StringVec strings, int row) {
    if (!isValid(strings.bytes, strings.start(row), strings.end(row))) {
      throw new Refused("invalid UTF-8 in row " + row);
    }
  }

  static boolean isValid(byte[] b, int from, int to) {
    try {
      return isAscii(b, from, to)
          || StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(b, from, to - from))
              != null;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  /** The code point of a character of a known width. */
  static int decode(byte[] b, int at, int width) {
    return switch (width) {
      case 1 -> b[at];
      case 2 -> (b[at] & 0x1F) << 6 | b[at + 1] & 0x3F;
      case 3 -> (b[at] & 0x0F) << 12 | (b[at + 1] & 0x3F) << 6 | b[at + 2] & 0x3F;
      default ->
          (b[at] & 0x07) << 18
              | (b[at + 1] & 0x3F) << 12
              | (b[at + 2] & 0x3F) << 6
              | b[at + 3] & 0x3F;
    };
  }
}
