package io.github.rapidsudfs.host.kernels;

import io.github.rapidsudfs.host.column.ListVec;
import io.github.rapidsudfs.host.column.StringVec;
import io.github.rapidsudfs.host.column.StringsOut;
import io.github.rapidsudfs.host.column.Valid;
import io.github.rapidsudfs.host.column.Vec;
import io.github.rapidsudfs.host.memory.Cudf;

/** Strings put together: across columns, or within lists. */
public final class Joining {
  private Joining() {}

  private static StringVec[] strings(Vec[] columns) {
    StringVec[] strings = new StringVec[columns.length];
    for (int c = 0; c < columns.length; c++) {
      Cudf.expects(columns[c] instanceof StringVec, "All columns must be of type string");
      strings[c] = (StringVec) columns[c];
      Cudf.expects(columns[c].size == columns[0].size, "Column size mismatch.");
    }
    return strings;
  }

  /** Rows with a separator. A null is replaced by {@code narep}, or makes the row null where that is null. */
  public static StringVec columns(Vec[] columns, byte[] separator, StringVec narep, boolean separateNulls) {
    Cudf.expects(columns.length > 1, "At least two columns must be specified");
    return rows(strings(columns), StringVec.one(separator, true).gather(new int[columns[0].size]), narep, separateNulls, null);
  }

  /** Rows, each with a separator of its own; a null separator is replaced, or makes the row null. */
  public static StringVec columns(Vec[] columns, StringVec separators, StringVec separatorNarep, StringVec narep, boolean separateNulls) {
    Cudf.expects(columns.length > 0, "At least one column must be specified");
    Cudf.expects(columns[0].size == separators.size, "Separators column should be the same size as the strings columns");
    return rows(strings(columns), separators, narep, separateNulls, separatorNarep);
  }

  private static StringVec rows(StringVec[] columns, StringVec separators, StringVec narep, boolean separateNulls, StringVec separatorNarep) {
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
        int s = ownSeparator ? i : 0;
        boolean pending = false;
        for (StringVec column : columns) {
          boolean missing = column.isNull(i);
          if (pending && (separateNulls || !missing)) {
            out.add(separator.bytes, separator.start(s), separator.end(s));
            pending = false;
          }
          StringVec from = missing ? narep : column;
          out.add(from.bytes, from.start(missing ? 0 : i), from.end(missing ? 0 : i));
          pending |= separateNulls || !missing;
        }
      }
      out.end();
    }
    return out.vec(valid);
  }

  /**
   * The strings of each list with a separator; a list without any but nulls gives an empty string or null. The
   * separator is one scalar where {@code separatorNarep} is null, else one for each row.
   */
  public static StringVec lists(ListVec lists, StringVec separators, StringVec separatorNarep, StringVec narep, boolean separateNulls, boolean emptyIsText) {
    Cudf.expects(lists.child instanceof StringVec, "The input column must be a column of lists of strings");
    Cudf.expects(separatorNarep == null || lists.size == separators.size, "Separators column should be the same size as the lists columns");
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
      valid[i] = !lists.isNull(i) && (ownSeparator || !separatorNarep.isNull(0))
          && (!anyNull || !narep.isNull(0)) && (anyValue || emptyIsText);
      if (valid[i] && anyValue) {
        StringVec separator = ownSeparator ? separators : separatorNarep;
        boolean pending = false;
        for (int k = lists.start(i); k < lists.end(i); k++) {
          boolean missing = child.isNull(k);
          if (pending && (separateNulls || !missing)) {
            out.add(separator.bytes, separator.start(ownSeparator ? s : 0), separator.end(ownSeparator ? s : 0));
            pending = false;
          }
          StringVec from = missing ? narep : child;
          out.add(from.bytes, from.start(missing ? 0 : k), from.end(missing ? 0 : k));
          pending |= separateNulls || !missing;
        }
      }
      out.end();
    }
    return out.vec(valid);
  }
}
