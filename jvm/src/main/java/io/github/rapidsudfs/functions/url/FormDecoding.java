// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.url;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.RegexProgram;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.columns.ColumnMath;
import io.github.rapidsudfs.columns.Columns;
import io.github.rapidsudfs.columns.Masks;
import io.github.rapidsudfs.rows.Utf8;
import java.util.Arrays;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Decoding as HTML forms do ({@code application/x-www-form-urlencoded}), row-wise and columnar:
 * {@code +} is a space, {@code %XX} an octet, and octets must be well-formed UTF-8.
 *
 * <p>Well-formed as in the Unicode standard (table 3-7): no overlong forms, no surrogates, nothing
 * above U+10FFFF, no truncated sequences. Unescaped text does not complete a sequence, because it
 * consists of whole characters.
 */
final class FormDecoding {
  private static final String ANY = "[0-9A-Fa-f]";
  private static final String TAIL = "%[89ABab]" + ANY;

  /**
   * The escapes of one code point, by the table of well-formed sequences. It begins with the
   * literal percent sign, so that cuDF can skip to the next one. It is kept short, with groups that
   * end inside an octet, because older versions of cuDF need memory for each state of each row.
   */
  private static final String CODE_POINT =
      "%(?:[0-7]"
          + ANY
          + "|(?:[Cc][2-9A-Fa-f]|[Dd]"
          + ANY
          // Not overlong after E0, not a surrogate after ED.
          + "|(?:[Ee](?:[1-9A-Fa-f]%[89]|[0-9A-CEFa-cef]%[ABab])"
          // Not overlong after F0, not above U+10FFFF after F4.
          + "|[Ff](?:[1-4]%8|[0-3]%[9ABab])"
          + ANY
          + "%[89ABab])"
          + ANY
          + ")"
          + TAIL
          + ")";

  private static final byte[] DIGITS = new byte[128];

  /** The least code point that needs this many octets after the first. */
  private static final int[] LEAST = {0, 0x80, 0x800, 0x10000};

  static {
    Arrays.fill(DIGITS, (byte) -1);
    for (int digit = 0; digit < 16; digit++) {
      DIGITS[Character.forDigit(digit, 16)] = (byte) digit;
      DIGITS[Character.toUpperCase(Character.forDigit(digit, 16))] = (byte) digit;
    }
  }

  private FormDecoding() {}

  /** Row-wise; null where an escape is malformed or the octets are not UTF-8. */
  static UTF8String decode(UTF8String text) {
    return decode(text, 0, text.numBytes());
  }

  /** As {@link #decode(UTF8String)}, of a part of the text. */
  static UTF8String decode(UTF8String text, int from, int to) {
    return isPlain(text, from, to) ? Utf8.slice(text, from, to) : decoded(text, from, to);
  }

  /** Returns whether there is nothing to decode; also false if anything follows the part. */
  private static boolean isPlain(UTF8String text, int from, int to) {
    for (int i = from; i < to; i += Long.BYTES) {
      long word = Utf8.wordOrRest(text, i);
      if ((Utf8.equal(word, '%') | Utf8.equal(word, '+')) != 0) {
        return false;
      }
    }
    return true;
  }

  private static UTF8String decoded(UTF8String text, int from, int to) {
    // Writes whole words, the last of which may extend beyond the text.
    byte[] bytes = new byte[to - from + Long.BYTES];
    int length = 0;
    int i = from;
    while (i < to) {
      long word = Utf8.wordOrRest(text, i);
      Utf8.putWord(bytes, length, withSpaces(word));
      int plain = Math.min(to - i, Long.numberOfTrailingZeros(Utf8.equal(word, '%')) / Byte.SIZE);
      i += plain;
      length += plain;
      if (plain == Long.BYTES || i >= to) {
        continue;
      }
      int octets = octets(text, i, to);
      if (octets == 0) {
        return null;
      }
      for (int k = 0; k < octets; k++) {
        bytes[length++] = (byte) octet(text, i, to);
        i += 3;
      }
    }
    return UTF8String.fromBytes(bytes, 0, length);
  }

  private static long withSpaces(long word) {
    return word ^ (Utf8.equal(word, '+') >>> Byte.SIZE - 1) * ('+' ^ ' ');
  }

  /** The number of escapes from a position on that form one code point; 0 if not well-formed. */
  private static int octets(UTF8String text, int at, int to) {
    int first = octet(text, at, to);
    if (first < 0x80) {
      return first < 0 ? 0 : 1;
    }
    int tails = first < 0xC2 || first > 0xF4 ? 0 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
    int codePoint = first & (0x3F >> tails);
    for (int k = 1; k <= tails; k++) {
      int octet = octet(text, at + 3 * k, to);
      if ((octet & 0xC0) != 0x80) {
        return 0;
      }
      codePoint = codePoint << 6 | octet & 0x3F;
    }
    boolean surrogate = codePoint >= 0xD800 && codePoint <= 0xDFFF;
    boolean sound = codePoint >= LEAST[tails] && codePoint <= 0x10FFFF && !surrogate;
    return tails > 0 && sound ? 1 + tails : 0;
  }

  /** The octet of the escape at a position; negative if it is not an escape. */
  private static int octet(UTF8String text, int at, int to) {
    if (at + 3 > to || Utf8.at(text, at) != '%') {
      return -1;
    }
    return digit(Utf8.at(text, at + 1)) << 4 | digit(Utf8.at(text, at + 2));
  }

  private static int digit(byte b) {
    return b < 0 ? -1 : DIGITS[b];
  }

  /** Columnar: a new column, null where a string is null or malformed; the argument is borrowed. */
  static ColumnVector decode(ColumnView text) {
    try (ColumnVector sound = soundWithSpaces(text)) {
      return sound.urlDecode();
    }
  }

  private static ColumnVector soundWithSpaces(ColumnView text) {
    try (Columns c = new Columns()) {
      ColumnVector malformed = c.own(malformed(text));
      // Most batches have nothing malformed, and nulling copies all strings.
      return Masks.any(malformed)
          ? withSpaces(c.own(ColumnMath.nullWhere(malformed, text)))
          : withSpaces(text);
    }
  }

  private static ColumnVector withSpaces(ColumnView text) {
    try (Scalar plus = Scalar.fromString("+");
        Scalar space = Scalar.fromString(" ")) {
      return text.stringReplace(plus, space);
    }
  }

  /** True where a percent sign remains after the escapes of all code points are removed. */
  private static ColumnVector malformed(ColumnView text) {
    try (Scalar nothing = Scalar.fromString("");
        ColumnVector rest = text.replaceRegex(new RegexProgram(CODE_POINT), nothing);
        Scalar percent = Scalar.fromString("%")) {
      return rest.stringContains(percent);
    }
  }
}
