// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.binding.Native;
import io.github.rapidsudfs.emulator.binding.Natives;
import io.github.rapidsudfs.emulator.binding.OfScalar;
import io.github.rapidsudfs.emulator.column.ListVec;
import io.github.rapidsudfs.emulator.column.StringVec;
import io.github.rapidsudfs.emulator.column.StringsOut;
import io.github.rapidsudfs.emulator.column.Valid;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.memory.CudfClasses;

/** String concatenation: across columns, or within lists. */
@Natives("ai.rapids.cudf.ColumnVector")
public final class StringConcat {
  /** Joins each row's strings; a null is {@code narep}, or makes the row null without it. */
  public static StringVec stringConcatenation(
      Vec[] columns,
      @OfScalar("Parameter separator") byte[] separator,
      @OfScalar StringVec narep,
      boolean separateNulls) {
    CudfClasses.expects(columns.length > 1, "At least two columns must be specified");
    return join(rows(columns), one(separator), null, narep, separateNulls, true, true);
  }

  /** Joins each row's strings with its own separator; a null one is replaced or gives null. */
  public static StringVec stringConcatenationSepCol(
      Vec[] columns,
      StringVec separators,
      @OfScalar StringVec separatorNarep,
      @OfScalar StringVec narep,
      boolean separateNulls) {
    CudfClasses.expects(columns.length > 0, "At least one column must be specified");
    CudfClasses.expects(
        columns[0].size == separators.size,
        "Separators column should be the same size as the strings columns");
    Operand own = new Operand(separators, false);
    return join(rows(columns), own, separatorNarep, narep, separateNulls, true, true);
  }

  /** Joins the strings of each list; a list of nulls gives an empty string or null. */
  @Native("ai.rapids.cudf.ColumnView.stringConcatenationListElements")
  public static StringVec lists(
      ListVec lists,
      @OfScalar("Parameter separator") byte[] separator,
      @OfScalar StringVec narep,
      boolean separateNulls,
      boolean emptyIsText) {
    return join(lists, one(separator), null, narep, separateNulls, emptyIsText, false);
  }

  /** Joins the strings of each list with the list's own separator. */
  @Native("ai.rapids.cudf.ColumnView.stringConcatenationListElementsSepCol")
  public static StringVec lists(
      ListVec lists,
      StringVec separators,
      @OfScalar StringVec separatorNarep,
      @OfScalar StringVec narep,
      boolean separateNulls,
      boolean emptyIsText) {
    CudfClasses.expects(
        lists.size == separators.size,
        "Separators column should be the same size as the lists columns");
    Operand own = new Operand(separators, false);
    return join(lists, own, separatorNarep, narep, separateNulls, emptyIsText, false);
  }

  private static Operand one(byte[] separator) {
    return new Operand(StringVec.one(separator, true), true);
  }

  private static ListVec rows(Vec[] columns) {
    for (Vec column : columns) {
      CudfClasses.expects(column instanceof StringVec, "All columns must be of type string");
      CudfClasses.expects(column.size == columns[0].size, "Column size mismatch.");
    }
    return ListKernels.interleaved(columns, columns[0].size);
  }

  /** Joins each list's strings; {@code joinsNulls}: also those of a list of nulls. */
  private static StringVec join(
      ListVec lists,
      Operand separators,
      StringVec separatorNarep,
      StringVec narep,
      boolean separateNulls,
      boolean emptyIsText,
      boolean joinsNulls) {
    CudfClasses.expects(
        lists.child instanceof StringVec, "The input column must be a column of lists of strings");
    StringVec child = (StringVec) lists.child;
    StringsOut out = new StringsOut(lists.size, child.bytes.length);
    boolean[] valid = Valid.all(lists.size);
    for (int i = 0; i < lists.size; i++) {
      boolean ownSeparator = !separators.isNull(i);
      boolean anyNull = lists.nulls(i) > 0;
      boolean anyValue = lists.nulls(i) < lists.length(i);
      valid[i] =
          !lists.isNull(i)
              && (ownSeparator || !separatorNarep.isNull(0))
              && (!anyNull || !narep.isNull(0))
              && (anyValue || emptyIsText);
      if (valid[i] && (anyValue || joinsNulls)) {
        StringVec separator = ownSeparator ? (StringVec) separators.vec() : separatorNarep;
        int row = ownSeparator ? separators.row(i) : 0;
        boolean pending = false; // a separator before the next part
        for (int k = lists.start(i); k < lists.end(i); k++) {
          boolean separates = separateNulls || !child.isNull(k);
          if (pending && separates) {
            out.add(separator.bytes, separator.start(row), separator.end(row));
            pending = false;
          }
          StringVec part = child.isNull(k) ? narep : child;
          int at = child.isNull(k) ? 0 : k;
          out.add(part.bytes, part.start(at), part.end(at));
          pending |= separates;
        }
      }
      out.end();
    }
    return out.vec(valid);
  }
}
