// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.ColumnView.FindOptions;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.columns.ColumnMath;
import io.github.rapidsudfs.columns.Columns;
import io.github.rapidsudfs.columns.StringBytes;

/** Functions that split or join strings. */
public final class StringFunctions {
  private StringFunctions() {}

  /** {@code split_part} with a delimiter that is not empty and a part that is not 0. */
  public static ColumnVector splitPart(ColumnVector text, String delimiter, int part) {
    int limit = part > 0 && part < Integer.MAX_VALUE ? part + 1 : -1;
    try (Columns c = new Columns()) {
      ColumnVector whole = c.own(StringBytes.unsliced(text));
      ColumnVector parts = c.own(whole.stringSplitRecord(delimiter, limit));
      ColumnVector element = c.own(parts.extractListElement(part > 0 ? part - 1 : part));
      return c.own(ColumnMath.orElse(element, "")).mergeAndSetValidity(BinaryOp.BITWISE_AND, text);
    }
  }

  /** {@code find_in_set}: counted from 1; 0 for a word that is absent or has a comma. */
  public static ColumnVector findInSet(ColumnVector word, ColumnVector set) {
    try (ColumnVector whole = StringBytes.unsliced(set);
        ColumnVector words = whole.stringSplitRecord(",");
        ColumnVector index = words.listIndexOf(word, FindOptions.FIND_FIRST)) {
      return ColumnMath.with(BinaryOp.ADD, index, 1, DType.INT32);
    }
  }

  /** {@code overlay} of {@code length} characters from a position, 1 or more. */
  public static ColumnVector overlay(
      ColumnVector text, ColumnVector replacement, int position, int length) {
    int end = (int) Math.min(Integer.MAX_VALUE, position - 1L + length);
    try (ColumnVector head = text.substring(0, position - 1);
        ColumnVector tail = text.substring(end)) {
      return ColumnVector.stringConcatenate(new ColumnView[] {head, replacement, tail});
    }
  }

  /** {@code space}: empty for a negative number. */
  public static ColumnVector spaces(ColumnVector counts) {
    try (ColumnVector each = ColumnMath.repeated(" ", counts.getRowCount())) {
      return each.repeatStrings(counts);
    }
  }

  /** {@code quote}: escapes apostrophes with a backslash. */
  public static ColumnVector quote(ColumnVector text) {
    int rows = Math.toIntExact(text.getRowCount());
    try (Columns c = new Columns()) {
      Scalar apostrophe = c.own(Scalar.fromString("'"));
      ColumnVector escaped = c.own(text.stringReplace(apostrophe, c.own(Scalar.fromString("\\'"))));
      ColumnVector mark = c.own(ColumnVector.fromScalar(apostrophe, rows));
      return ColumnVector.stringConcatenate(new ColumnView[] {mark, escaped, mark});
    }
  }

  /** {@code startswith} with a column of prefixes. */
  public static ColumnVector startsWith(ColumnVector text, ColumnVector prefix) {
    try (Columns c = new Columns()) {
      ColumnVector length = c.own(ColumnMath.orZero(prefix.getCharLengths()));
      ColumnVector start = c.own(ColumnMath.repeated(0, text.getRowCount()));
      return c.own(text.substring(start, length)).binaryOp(BinaryOp.EQUAL, prefix, DType.BOOL8);
    }
  }

  /** {@code endswith} with a column of suffixes. */
  public static ColumnVector endsWith(ColumnVector text, ColumnVector suffix) {
    try (Columns c = new Columns()) {
      // 0 for null, as positions must not be null.
      ColumnVector length = c.own(ColumnMath.orZero(text.getCharLengths()));
      ColumnVector less = c.own(ColumnMath.orZero(suffix.getCharLengths()));
      ColumnVector wanted = c.ints(length).with(BinaryOp.SUB, less).get();
      Scalar most = c.own(Scalar.fromInt(Integer.MAX_VALUE));
      ColumnVector start = c.own(wanted.clamp(c.own(Scalar.fromInt(0)), most));
      return c.own(text.substring(start, length)).binaryOp(BinaryOp.EQUAL, suffix, DType.BOOL8);
    }
  }

  /**
   * The table of {@code mask} with ASCII replacements, for {@link StringBytes#map}; a null leaves
   * characters of that class unchanged.
   */
  public static byte[] masks(Character upper, Character lower, Character digit, Character other) {
    byte[] table = StringBytes.sameBytes();
    for (char c = 0; c < 128; c++) {
      Character mask =
          Character.isUpperCase(c)
              ? upper
              : Character.isLowerCase(c) ? lower : Character.isDigit(c) ? digit : other;
      table[c] = mask == null ? table[c] : (byte) mask.charValue();
    }
    return table;
  }

  /** {@code encode} with UTF-8. */
  public static ColumnVector bytes(ColumnVector text) {
    return StringBytes.lists(text);
  }
}
