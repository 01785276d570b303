// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.PadSide;
import ai.rapids.cudf.RegexProgram;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.columns.Columns;
import io.github.rapidsudfs.columns.ListSums;
import io.github.rapidsudfs.columns.StringBytes;
import java.util.Arrays;

/**
 * {@code soundex}: the first letter and the codes of the following letters. Of adjacent letters
 * with the same code only the first counts; h and w are ignored.
 */
public final class SoundEx {
  private static final String CODES = "01230127022455012623017202";
  private static final char SILENT = '7';

  private SoundEx() {}

  public static ColumnVector of(ColumnVector text) {
    try (Columns c = new Columns()) {
      ColumnVector upper = c.own(StringBytes.map(c.own(text.substring(0, 1)), upper()));
      ColumnVector isLetter = c.own(upper.matchesRe(new RegexProgram("[A-Z]")));
      ColumnVector codes = c.own(codes(text, upper));
      ColumnVector sound = c.own(ColumnVector.stringConcatenate(new ColumnView[] {upper, codes}));
      return isLetter.ifElse(sound, text);
    }
  }

  /** The three digits after the first letter. */
  private static ColumnVector codes(ColumnVector text, ColumnVector first) {
    try (Columns c = new Columns()) {
      ColumnVector changes = c.own(changes(c.own(spoken(text))));
      ColumnVector rest = c.own(withoutFirst(changes, first));
      return c.own(rest.pad(3, PadSide.RIGHT, "0")).substring(0, 3);
    }
  }

  /** The codes of all letters but the silent ones, and 0 for other characters. */
  private static ColumnVector spoken(ColumnVector text) {
    try (Columns c = new Columns()) {
      ColumnVector codes = c.own(StringBytes.map(c.own(StringBytes.unsliced(text)), codes()));
      Scalar silent = c.own(Scalar.fromString(String.valueOf(SILENT)));
      return codes.stringReplace(silent, c.own(Scalar.fromString("")));
    }
  }

  /** The first code of each run of equal codes, without zeros. */
  private static ColumnVector changes(ColumnVector codes) {
    int rows = Math.toIntExact(codes.getRowCount());
    try (Columns c = new Columns()) {
      Scalar zero = c.own(Scalar.fromString("0"));
      ColumnVector end = c.own(ColumnVector.fromScalar(zero, rows));
      ColumnVector ended = c.own(ColumnVector.stringConcatenate(new ColumnView[] {codes, end}));
      return kept(c.own(StringBytes.of(c.own(ended.replaceNulls(zero)))));
    }
  }

  private static ColumnVector kept(StringBytes bytes) {
    int count = Math.toIntExact(bytes.bytes().getRowCount()) - 1;
    try (Columns c = new Columns()) {
      Scalar zero = c.own(Scalar.fromUnsignedByte((byte) '0'));
      ColumnVector start = c.own(ColumnVector.fromScalar(zero, 1));
      ColumnVector own = c.own(bytes.bytes().subVector(0, count));
      ColumnVector before = c.own(c.own(ColumnVector.concatenate(start, own)).subVector(0, count));
      ColumnVector differs = c.is(own, BinaryOp.NOT_EQUAL, before);
      ColumnVector isCode = c.own(own.binaryOp(BinaryOp.NOT_EQUAL, zero, DType.BOOL8));
      ColumnVector flags = c.own(differs.and(isCode));
      ColumnVector offsets = c.own(ListSums.keptOffsets(flags, bytes.offsets()));
      ColumnVector filtered = c.own(ListSums.filtered(own, flags));
      // The child of a strings column needs at least one byte, even if all strings are empty.
      ColumnVector filled = c.own(ColumnVector.concatenate(filtered, start));
      return StringBytes.strings(filled, offsets);
    }
  }

  /** Removes the code of the first letter, which is kept as a letter. */
  private static ColumnVector withoutFirst(ColumnVector changes, ColumnVector first) {
    try (ColumnVector isCoded = first.matchesRe(new RegexProgram("[BCDFGJKLMNPQRSTVXZ]"));
        ColumnVector rest = changes.substring(1)) {
      return isCoded.ifElse(rest, changes);
    }
  }

  private static byte[] upper() {
    byte[] table = StringBytes.sameBytes();
    for (char c = 'a'; c <= 'z'; c++) {
      table[c] -= 'a' - 'A';
    }
    return table;
  }

  private static byte[] codes() {
    byte[] table = new byte[256];
    Arrays.fill(table, (byte) '0');
    for (int i = 0; i < CODES.length(); i++) {
      table['A' + i] = (byte) CODES.charAt(i);
      table['a' + i] = (byte) CODES.charAt(i);
    }
    return table;
  }
}
