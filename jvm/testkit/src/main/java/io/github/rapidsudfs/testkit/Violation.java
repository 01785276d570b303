// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit;

import java.util.List;

/**
 * Something wrong with a UDF.
 *
 * @param kind what it is
 * @param where the batch or the injected failure that showed it
 * @param text one or several lines on what was expected and what came
 * @param rows the smallest rows found that show it, each an SQL list of arguments; perhaps none
 */
public record Violation(Kind kind, String where, String text, List<String> rows) {
  /** What can be wrong. */
  public enum Kind {
    /** The two bodies answer differently. */
    WRONG_ANSWER("the columnar body answers otherwise than the row-wise one"),
    /** One body throws where the other answers. */
    ERRORS_DIFFER("one body throws where the other answers"),
    /**
     * So, but for rows in columns that start at an offset alone, of which the plugin makes none:
     * perhaps of cuDF itself.
     */
    OFFSET_LOST(
        "wrong only where columns start at an offset, which cuDF itself loses in castTo of a"
            + " timestamp to a number (not in bitCastTo), stringSplit, extractListElement,"
            + " explodeOuter and conversions of CastStrings"),
    /** Another number of rows than the batch, or no column at all. */
    WRONG_ROWS("the result has a wrong number of rows"),
    /** Another cuDF type than that of the declared result. */
    WRONG_TYPE("the result is of a wrong type"),
    /**
     * The same batch gives another answer the second time, though the function is deterministic.
     */
    NOT_REPEATABLE("the same batch gives another answer the second time"),
    /** Memory or cuDF objects are left open after an answer. */
    LEAK("memory or columns are left open"),
    /** Memory or cuDF objects are left open after a failure. */
    LEAK_ON_ERROR("memory or columns are left open after a failure"),
    /** Something is closed more often than it was opened. */
    CLOSED_TWICE("a column is closed twice"),
    /** The body gave away a reference to an argument, which is only borrowed. */
    INPUT_CLOSED("an argument was closed"),
    /** The body kept a reference to an argument. */
    INPUT_KEPT("an argument was kept"),
    /** The bytes of an argument changed. */
    INPUT_CHANGED("an argument was changed"),
    /** An injected failure did not come out, or not so that the plugin can tell what it was. */
    FAULT_HIDDEN("a failure is swallowed or disguised"),
    /** After a failure the same call does not answer as before it. */
    WRONG_AFTER_FAULT("the retried call answers otherwise"),
    /** The emulator does not emulate what the body calls: nothing is known of the answer. */
    NOT_EMULATED("the emulator refuses what the body does: not judged");

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

  /** Several lines, without a line break at the end. */
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
