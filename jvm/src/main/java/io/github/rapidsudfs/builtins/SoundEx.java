// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.PadSide;
import ai.rapids.cudf.RegexProgram;
import ai.rapids.cudf.Scalar;
import ai.rapids.cudf.Table;
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
    try (ColumnVector first = text.substring(0, 1);
        ColumnVector upper = StringBytes.map(first, upper());
        ColumnVector isLetter = upper.matchesRe(new RegexProgram("[A-Z]"));
        ColumnVector codes = codes(text, upper);
        ColumnVector sound = ColumnVector.stringConcatenate(new ColumnView[] {upper, codes})) {
      return isLetter.ifElse(sound, text);
    }
  }

  /** The three digits after the first letter. */
  private static ColumnVector codes(ColumnVector text, ColumnVector first) {
    try (ColumnVector all = spoken(text);
        ColumnVector changes = changes(all);
        ColumnVector rest = withoutFirst(changes, first);
        ColumnVector padded = rest.pad(3, PadSide.RIGHT, "0")) {
      return padded.substring(0, 3);
    }
  }

  /** The codes of all letters but the silent ones, and 0 for other characters. */
  private static ColumnVector spoken(ColumnVector text) {
    try (ColumnVector whole = StringBytes.unsliced(text);
        ColumnVector codes = StringBytes.map(whole, codes());
        Scalar silent = Scalar.fromString(String.valueOf(SILENT));
        Scalar nothing = Scalar.fromString("")) {
      return codes.stringReplace(silent, nothing);
    }
  }

  /** The first code of each run of equal codes, without zeros. */
  private static ColumnVector changes(ColumnVector codes) {
    try (Scalar zero = Scalar.fromString("0");
        ColumnVector end = ColumnVector.fromScalar(zero, Math.toIntExact(codes.getRowCount()));
        ColumnVector ended = ColumnVector.stringConcatenate(new ColumnView[] {codes, end});
        ColumnVector known = ended.replaceNulls(zero);
        StringBytes bytes = StringBytes.of(known)) {
      return kept(bytes);
    }
  }

  private static ColumnVector kept(StringBytes bytes) {
    int count = Math.toIntExact(bytes.bytes().getRowCount()) - 1;
    try (Scalar zero = Scalar.fromUnsignedByte((byte) '0');
        ColumnVector start = ColumnVector.fromScalar(zero, 1);
        ColumnVector own = bytes.bytes().subVector(0, count);
        ColumnVector shifted = ColumnVector.concatenate(start, own);
        ColumnVector before = shifted.subVector(0, count);
        ColumnVector differs = own.binaryOp(BinaryOp.NOT_EQUAL, before, DType.BOOL8);
        ColumnVector isCode = own.binaryOp(BinaryOp.NOT_EQUAL, zero, DType.BOOL8);
        ColumnVector flags = differs.and(isCode);
        ColumnVector offsets = ListSums.keptOffsets(flags, bytes.offsets());
        Table table = new Table(own);
        Table filtered = table.filter(flags)) {
      // The child of a strings column needs at least one byte, even if all strings are empty.
      try (ColumnVector filled = ColumnVector.concatenate(filtered.getColumn(0), start)) {
        return StringBytes.strings(filled, offsets);
      }
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
