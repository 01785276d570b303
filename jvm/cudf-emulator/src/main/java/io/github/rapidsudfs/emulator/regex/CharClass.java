package io.github.rapidsudfs.emulator.regex;

import io.github.rapidsudfs.emulator.memory.Refused;

/** A set of characters: ranges of code points and libcudf's built-in classes. */
final class CharClass {
  private static final int UNSURE_FROM =
      0x600; // from here on Unicode versions may disagree about letters and digits
  private final int[] ranges;
  private final String builtins;
  private final boolean negated;
  private final boolean[] ascii = new boolean[128];

  /**
   * @param ranges pairs of first and last code point
   * @param builtins letters of {@code wWsSdD}, by Unicode's properties
   */
  CharClass(int[] ranges, String builtins, boolean negated) {
    this.ranges = ranges;
    this.builtins = builtins;
    this.negated = negated;
    for (int c = 0; c < 128; c++) {
      ascii[c] = compute(c);
    }
  }

  boolean has(int point) {
    return point >= 0 && (point < 128 ? ascii[point] : compute(point));
  }

  private boolean compute(int point) {
    return in(point) != negated;
  }

  private boolean in(int point) {
    for (int i = 0; i < ranges.length; i += 2) {
      if (point >= ranges[i] && point <= ranges[i + 1]) {
        return true;
      }
    }
    for (int i = 0; i < builtins.length(); i++) {
      if (builtin(builtins.charAt(i), point)) {
        return true;
      }
    }
    return false;
  }

  private static boolean builtin(char name, int point) {
    return switch (name) {
      case 'w' -> isWord(point);
      case 's' -> isSpace(point);
      case 'd' -> isDigit(point);
      // the negated ones do not have the newline, a peculiarity of libcudf
      case 'W' -> point != '\n' && !isWord(point);
      case 'S' -> !isSpace(point);
      default -> point != '\n' && !isDigit(point);
    };
  }

  static boolean isWord(int point) {
    if (point < 128) {
      return point == '_'
          || (point >= '0' && point <= '9')
          || (point >= 'a' && point <= 'z')
          || (point >= 'A' && point <= 'Z');
    }
    int type = Character.getType(sure(point));
    return Character.isLetter(point)
        || type == Character.DECIMAL_DIGIT_NUMBER
        || type == Character.OTHER_NUMBER
        || type == Character.LETTER_NUMBER;
  }

  private static boolean isDigit(int point) {
    return point < 128 ? point >= '0' && point <= '9' : Character.isDigit(sure(point));
  }

  private static boolean isSpace(int point) {
    return (point >= 9 && point <= 13)
        || (point >= 28 && point <= 32)
        || point == 0x85
        || point == 0xA0
        || point == 0x1680
        || (point >= 0x2000 && point <= 0x200A)
        || point == 0x2028
        || point == 0x2029
        || point == 0x202F
        || point == 0x205F
        || point == 0x3000;
  }

  private static int sure(int point) {
    if (point >= UNSURE_FROM) {
      throw new Refused("\\w or \\d on " + Character.getName(point));
    }
    return point;
  }
}
