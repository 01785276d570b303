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
    /** The two bodies return different results. */
    WRONG_ANSWER("the columnar body's result differs from the row-wise one"),
    /** One body throws where the other returns a result. */
    ERRORS_DIFFER("one body throws where the other returns a result"),
    /**
     * Wrong results or errors only in columns that start at an offset, which the plugin never
     * makes; possibly a defect of cuDF.
     */
    OFFSET_LOST(
        "wrong only where columns start at an offset, which cuDF itself loses in castTo of a"
            + " timestamp to a number (not in bitCastTo), stringSplit, extractListElement,"
            + " explodeOuter, the child of asByteList and conversions of CastStrings"),
    /** The result's row count differs from the batch's, or the result is null. */
    WRONG_ROWS("the result has a wrong number of rows"),
    /** The result's cuDF type is not that of the declared result. */
    WRONG_TYPE("the result has a wrong type"),
    /**
     * The same batch gives a different result the second time, though the function is
     * deterministic.
     */
    NOT_REPEATABLE("the same batch gives a different result the second time"),
    /** Memory or cuDF objects are left open after a successful call. */
    LEAK("memory or columns are left open"),
    /** Memory or cuDF objects are left open after a failure. */
    LEAK_ON_ERROR("memory or columns are left open after a failure"),
    /** Something is closed more often than it was opened. */
    CLOSED_TWICE("a column is closed twice"),
    /** The body released a reference to an argument, which is only borrowed. */
    INPUT_CLOSED("an argument was closed"),
    /** The body kept a reference to an argument. */
    INPUT_KEPT("an argument was kept"),
    /** The bytes of an argument changed. */
    INPUT_CHANGED("an argument was changed"),
    /** An injected failure did not propagate, or lost its cause, which the plugin needs. */
    FAULT_HIDDEN("a failure is swallowed or disguised"),
    /** After a failure the same call does not return the same result as before. */
    WRONG_AFTER_FAULT("the retried call gives a different result"),
    /** The emulator does not emulate a call of the body, so the result is unknown. */
    NOT_EMULATED("the emulator refuses a call of the body: not judged"),
    /** As above, for columns that start at an offset alone, which cuDF itself misreads. */
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
