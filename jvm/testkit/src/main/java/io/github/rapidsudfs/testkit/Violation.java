// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit;

import java.util.List;

/**
 * A defect of a UDF.
 *
 * @param kind the kind of defect
 * @param where the batch or the injected failure that showed it
 * @param text one or more lines with the expected and the actual result
 * @param rows the smallest rows found that show it, each an SQL call; may be empty
 */
public record Violation(Kind kind, String where, String text, List<String> rows) {
  /** The kinds of defects. */
  public enum Kind {
    WRONG_ANSWER("the columnar body's result differs from the row-wise one"),
    ERRORS_DIFFER("one body throws where the other returns a result"),
    OFFSET_LOST(
        "wrong only where columns start at an offset, which cuDF itself loses in castTo of a"
            + " timestamp to a number (not in bitCastTo), stringSplit, extractListElement,"
            + " explodeOuter, the child of asByteList and conversions of CastStrings"),
    WRONG_ROWS("the result has a wrong number of rows"),
    WRONG_TYPE("the result has a wrong type"),
    NOT_REPEATABLE("the same batch gives a different result the second time"),
    LEAK("memory or columns are left open"),
    LEAK_ON_ERROR("memory or columns are left open after a failure"),
    CLOSED_TWICE("a column is closed twice"),
    INPUT_CLOSED("an argument was closed"),
    INPUT_KEPT("an argument was kept"),
    INPUT_CHANGED("an argument was changed"),
    FAULT_HIDDEN("a failure is swallowed or disguised"),
    WRONG_AFTER_FAULT("the retried call gives a different result"),
    NOT_EMULATED("the emulator refuses a call of the body: not judged"),
    OFFSET_NOT_EMULATED("the emulator refuses columns that start at an offset: not judged");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    public String words() {
      return words;
    }
  }

  public Violation {
    rows = List.copyOf(rows);
  }

  public Violation(Kind kind, String where, String text) {
    this(kind, where, text, List.of());
  }

  /** Several lines, without a final line break. */
  @Override
  public String toString() {
    StringBuilder out = new StringBuilder(kind + ": " + kind.words() + "\n  in " + where);
    text.lines().forEach(line -> out.append("\n  ").append(line));
    for (String row : rows) {
      out.append("\n  SELECT ").append(row).append(';');
    }
    return out.toString();
  }
}
