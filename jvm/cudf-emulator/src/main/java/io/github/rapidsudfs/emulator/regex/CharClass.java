// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.regex;

/** A set of characters: ranges of code points and libcudf's built-in classes. */
final class CharClass {
  private final int[] ranges;
  private final String builtins;
  private final boolean negated;
  private final boolean[] ascii = new boolean[128];

  /**
   * @param ranges pairs of first and last code point
   * @param builtins letters of {@code wWsSdD}, by libcudf's tables
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
    boolean in = false;
    for (int i = 0; i < builtins.length(); i++) {
      in |= builtin(builtins.charAt(i), point);
    }
    for (int i = 0; i < ranges.length; i += 2) {
      in |= point >= ranges[i] && point <= ranges[i + 1];
    }
    return in != negated;
  }

  private static boolean builtin(char name, int point) {
    return switch (name) {
      case 'w' -> Characters.isWord(point);
      case 's' -> Characters.isSpace(point);
      case 'd' -> Characters.isDigit(point);
      // in libcudf the negated classes do not contain the newline
      case 'W' -> point != '\n' && !Characters.isWord(point);
      case 'S' -> !Characters.isSpace(point);
      default -> point != '\n' && !Characters.isDigit(point);
    };
  }
}
