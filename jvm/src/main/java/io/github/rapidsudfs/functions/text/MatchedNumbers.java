package io.github.rapidsudfs.functions.text;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.RegexProgram;
import ai.rapids.cudf.Table;

/**
 * The numbers that the groups of a pattern match in a column of strings: a UINT32 column for each
 * group, null where the whole pattern does not match.
 *
 * <p>cuDF's cast of a string to a number reads what digits it finds and does not see an overflow,
 * so the pattern alone must admit only ASCII digits and only numbers below 2³². Owns its columns.
 */
public final class MatchedNumbers implements AutoCloseable {
  private final ColumnVector[] columns;

  private MatchedNumbers(int groups) {
    columns = new ColumnVector[groups];
  }

  /**
   * @param text borrowed
   * @param pattern for the whole of each string, in cuDF's dialect
   */
  public static MatchedNumbers of(ColumnView text, String pattern) {
    // Unlike $, \Z does not match before a line feed that ends the string.
    try (Table groups = text.extractRe(new RegexProgram("^" + pattern + "\\Z"))) {
      MatchedNumbers numbers = new MatchedNumbers(groups.getNumberOfColumns());
      try {
        for (int i = 0; i < numbers.columns.length; i++) {
          numbers.columns[i] = groups.getColumn(i).castTo(DType.UINT32);
        }
        return numbers;
      } catch (Throwable t) {
        numbers.close();
        throw t;
      }
    }
  }

  /** The numbers of the n-th group, counted from 0: lent, not given. */
  public ColumnVector group(int index) {
    return columns[index];
  }

  @Override
  public void close() {
    for (ColumnVector column : columns) {
      if (column != null) {
        column.close();
      }
    }
  }
}
