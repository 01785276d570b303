package io.github.rapidsudfs.functions.url;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.RegexProgram;
import ai.rapids.cudf.Scalar;
import java.util.Arrays;

/**
 * Decoding as HTML forms do ({@code application/x-www-form-urlencoded}), both ways of a function:
 * {@code +} is a space, {@code %XX} an octet, and octets must be well-formed UTF-8.
 *
 * <p>Well-formed as in the Unicode standard (table 3-7): no overlong forms, no surrogates, nothing
 * above U+10FFFF, no truncated sequences. What is written without escapes does not complete a
 * sequence, for it is whole characters already.
 */
final class FormDecoding {
  private static final String ANY = "[0-9A-Fa-f]";
  private static final String TAIL = "%[89ABab]" + ANY;

  /**
   * The escapes of one code point, by the table of well-formed sequences. It begins with the
   * literal percent sign, so that cuDF can skip to the next one, and is kept short, for older
   * versions of cuDF need memory for each state of each row: groups end in the midst of an octet.
   */
  private static final String CODE_POINT =
      "%(?:[0-7]"
          + ANY
          + "|(?:[Cc][2-9A-Fa-f]|[Dd]"
          + ANY
          // Not overlong after E0, no surrogate after ED.
          + "|(?:[Ee](?:[1-9A-Fa-f]%[89]|[0-9A-CEFa-cef]%[ABab])"
          // Not overlong after F0, no more than U+10FFFF after F4.
          + "|[Ff](?:[1-4]%8|[0-3]%[9ABab])"
          + ANY
          + "%[89ABab])"
          + ANY
          + ")"
          + TAIL
          + ")";

  private static final byte[] DIGITS = new byte[128];

  /** The least code point that needs so many octets after the first. */
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
  static String decode(String text) {
    return decode(text, 0, text.length());
  }

  /** As {@link #decode(String)}, of a part of the text. */
  static String decode(String text, int from, int to) {
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      if (c == '%' || c == '+') {
        return decodeFrom(i, text, from, to);
      }
    }
    return text.substring(from, to);
  }

  private static String decodeFrom(int first, String text, int from, int to) {
    char[] decoded = new char[to - from];
    text.getChars(from, first, decoded, 0);
    int length = first - from;
    int i = first;
    while (i < to) {
      char c = text.charAt(i++);
      if (c != '%') {
        decoded[length++] = c == '+' ? ' ' : c;
        continue;
      }
      int octet = octet(text, i - 1, to);
      i += 2;
      if (octet < 0) {
        return null;
      }
      if (octet < 0x80) {
        decoded[length++] = (char) octet;
        continue;
      }
      int tails = octet < 0xC2 || octet > 0xF4 ? 0 : octet < 0xE0 ? 1 : octet < 0xF0 ? 2 : 3;
      int codePoint = codePoint(octet, tails, text, i, to);
      if (codePoint < 0) {
        return null;
      }
      length += Character.toChars(codePoint, decoded, length);
      i += 3 * tails;
    }
    return new String(decoded, 0, length);
  }

  /**
   * The code point of a first octet and the escaped ones after it; -1 where it is not well-formed.
   */
  private static int codePoint(int first, int tails, String text, int from, int to) {
    if (tails == 0) {
      return -1;
    }
    int codePoint = first & (0x3F >> tails);
    for (int k = 0; k < tails; k++) {
      int octet = octet(text, from + 3 * k, to);
      if ((octet & 0xC0) != 0x80) {
        return -1;
      }
      codePoint = codePoint << 6 | octet & 0x3F;
    }
    boolean surrogate = codePoint >= 0xD800 && codePoint <= 0xDFFF;
    return codePoint < LEAST[tails] || codePoint > 0x10FFFF || surrogate ? -1 : codePoint;
  }

  /** The octet of the escape at a position; -1 where there is none. */
  private static int octet(String text, int at, int to) {
    if (at + 3 > to || text.charAt(at) != '%') {
      return -1;
    }
    return digit(text.charAt(at + 1)) << 4 | digit(text.charAt(at + 2));
  }

  private static int digit(char c) {
    return c < 128 ? DIGITS[c] : -1;
  }

  /** Columnar: a new column, null where a string is null or malformed; the argument is borrowed. */
  static ColumnVector decode(ColumnView text) {
    try (ColumnVector sound = soundWithSpaces(text)) {
      return sound.urlDecode();
    }
  }

  private static ColumnVector soundWithSpaces(ColumnView text) {
    try (ColumnVector malformed = malformed(text)) {
      // Most batches have nothing malformed, and nulling copies all strings.
      if (!any(malformed)) {
        return withSpaces(text);
      }
      try (Scalar nothing = Scalar.fromNull(DType.STRING);
          ColumnVector sound = malformed.ifElse(nothing, text)) {
        return withSpaces(sound);
      }
    }
  }

  private static ColumnVector withSpaces(ColumnView text) {
    try (Scalar plus = Scalar.fromString("+");
        Scalar space = Scalar.fromString(" ")) {
      return text.stringReplace(plus, space);
    }
  }

  /** Where a percent sign is left once the escapes of all code points are taken out. */
  private static ColumnVector malformed(ColumnView text) {
    try (Scalar nothing = Scalar.fromString("");
        ColumnVector rest = text.replaceRegex(new RegexProgram(CODE_POINT), nothing);
        Scalar percent = Scalar.fromString("%")) {
      return rest.stringContains(percent);
    }
  }

  private static boolean any(ColumnView flags) {
    // What cuDF makes of nothing but nulls depends on its version.
    if (flags.getNullCount() == flags.getRowCount()) {
      return false;
    }
    try (Scalar any = flags.any()) {
      return any.getBoolean();
    }
  }
}
