package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.agent.Native;
import io.github.rapidsudfs.emulator.agent.OfScalar;
import io.github.rapidsudfs.emulator.column.ListVec;
import io.github.rapidsudfs.emulator.column.StringVec;
import io.github.rapidsudfs.emulator.column.StringsOut;
import io.github.rapidsudfs.emulator.column.Valid;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.memory.Cudf;

/** String concatenation: across columns, or within lists. */
public final class StringConcat {
  private StringConcat() {}

  private static StringVec[] strings(Vec[] columns) {
    StringVec[] strings = new StringVec[columns.length];
    for (int c = 0; c < columns.length; c++) {
      Cudf.expects(columns[c] instanceof StringVec, "All columns must be of type string");
      strings[c] = (StringVec) columns[c];
      Cudf.expects(columns[c].size == columns[0].size, "Column size mismatch.");
    }
    return strings;
  }

  /**
   * Rows with a separator. A null is replaced by {@code narep}, or makes the row null where that is
   * null.
   */
  @Native("ai.rapids.cudf.ColumnVector.stringConcatenation")
  public static StringVec columns(
      Vec[] columns,
      @OfScalar("Parameter separator") byte[] separator,
      @OfScalar StringVec narep,
      boolean separateNulls) {
    Cudf.expects(columns.length > 1, "At least two columns must be specified");
    return rows(
        strings(columns),
        StringVec.one(separator, true).gather(new int[columns[0].size]),
        narep,
        separateNulls,
        null);
  }

  /**
   * Rows, each with a separator of its own; a null separator is replaced, or makes the row null.
   */
  @Native("ai.rapids.cudf.ColumnVector.stringConcatenationSepCol")
  public static StringVec columns(
      Vec[] columns,
      StringVec separators,
      @OfScalar StringVec separatorNarep,
      @OfScalar StringVec narep,
      boolean separateNulls) {
    Cudf.expects(columns.length > 0, "At least one column must be specified");
    Cudf.expects(
        columns[0].size == separators.size,
        "Separators column should be the same size as the strings columns");
    return rows(strings(columns), separators, narep, separateNulls, separatorNarep);
  }

  private static StringVec rows(
      StringVec[] columns,
      StringVec separators,
      StringVec narep,
      boolean separateNulls,
      StringVec separatorNarep) {
    int rows = columns[0].size;
    StringsOut out = new StringsOut(rows, 0);
    boolean[] valid = Valid.all(rows);
    for (int i = 0; i < rows; i++) {
      boolean anyNull = false;
      for (StringVec column : columns) {
        anyNull |= column.isNull(i);
      }
      boolean ownSeparator = !separators.isNull(i);
      valid[i] = (!anyNull || !narep.isNull(0)) && (ownSeparator || !separatorNarep.isNull(0));
      if (valid[i]) {
        StringVec separator = ownSeparator ? separators : separatorNarep;
        Joiner joiner = new Joiner(out, separator, ownSeparator ? i : 0, narep, separateNulls);
        for (StringVec column : columns) {
          joiner.add(column, i);
        }
      }
      out.end();
    }
    return out.vec(valid);
  }

  @Native("ai.rapids.cudf.ColumnView.stringConcatenationListElements")
  public static StringVec lists(
      ListVec lists,
      @OfScalar("Parameter separator") byte[] separator,
      @OfScalar StringVec narep,
      boolean separateNulls,
      boolean emptyIsText) {
    StringVec one = StringVec.one(separator, true);
    return lists(lists, one, null, narep, separateNulls, emptyIsText);
  }

  /**
   * The strings of each list with a separator; a list without any but nulls gives an empty string
   * or null. The separator is one scalar where {@code separatorNarep} is null, else one for each
   * row.
   */
  @Native("ai.rapids.cudf.ColumnView.stringConcatenationListElementsSepCol")
  public static StringVec lists(
      ListVec lists,
      StringVec separators,
      @OfScalar StringVec separatorNarep,
      @OfScalar StringVec narep,
      boolean separateNulls,
      boolean emptyIsText) {
    Cudf.expects(
        lists.child instanceof StringVec, "The input column must be a column of lists of strings");
    Cudf.expects(
        separatorNarep == null || lists.size == separators.size,
        "Separators column should be the same size as the lists columns");
    StringVec child = (StringVec) lists.child;
    StringsOut out = new StringsOut(lists.size, child.bytes.length);
    boolean[] valid = Valid.all(lists.size);
    for (int i = 0; i < lists.size; i++) {
      int s = separatorNarep == null ? 0 : i;
      boolean ownSeparator = !separators.isNull(s);
      boolean anyNull = false;
      boolean anyValue = false;
      for (int k = lists.start(i); k < lists.end(i); k++) {
        anyNull |= child.isNull(k);
        anyValue |= !child.isNull(k);
      }
      valid[i] =
          !lists.isNull(i)
              && (ownSeparator || !separatorNarep.isNull(0))
              && (!anyNull || !narep.isNull(0))
              && (anyValue || emptyIsText);
      if (valid[i] && anyValue) {
        StringVec separator = ownSeparator ? separators : separatorNarep;
        Joiner joiner = new Joiner(out, separator, ownSeparator ? s : 0, narep, separateNulls);
        for (int k = lists.start(i); k < lists.end(i); k++) {
          joiner.add(child, k);
        }
      }
      out.end();
    }
    return out.vec(valid);
  }

  /** Writes the parts of one row with a separator between them. */
  private static final class Joiner {
    private final StringsOut out;
    private final StringVec separator;
    private final int separatorRow;
    private final StringVec narep;
    private final boolean separateNulls;
    private boolean pending;

    Joiner(
        StringsOut out,
        StringVec separator,
        int separatorRow,
        StringVec narep,
        boolean separateNulls) {
      this.out = out;
      this.separator = separator;
      this.separatorRow = separatorRow;
      this.narep = narep;
      this.separateNulls = separateNulls;
    }

    void add(StringVec part, int row) {
      boolean separates = separateNulls || !part.isNull(row);
      if (pending && separates) {
        out.add(separator.bytes, separator.start(separatorRow), separator.end(separatorRow));
        pending = false;
      }
      StringVec from = part.isNull(row) ? narep : part;
      int at = part.isNull(row) ? 0 : row;
      out.add(from.bytes, from.start(at), from.end(at));
      pending |= separates;
    }
  }
}
