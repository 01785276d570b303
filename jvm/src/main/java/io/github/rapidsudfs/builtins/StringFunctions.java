// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.ColumnView.FindOptions;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.columns.ColumnMath;
import io.github.rapidsudfs.columns.StringBytes;

/** Functions that split or join strings. */
public final class StringFunctions {
  private StringFunctions() {}

  /**
   * {@code split_part}.
   *
   * @param delimiter not empty
   * @param part not 0; negative ones count from the end
   */
  public static ColumnVector splitPart(ColumnVector text, String delimiter, int part) {
    int limit = part > 0 && part < Integer.MAX_VALUE ? part + 1 : -1;
    try (ColumnVector whole = StringBytes.unsliced(text);
        ColumnVector parts = whole.stringSplitRecord(delimiter, limit);
        ColumnVector found = parts.extractListElement(part > 0 ? part - 1 : part);
        Scalar nothing = Scalar.fromString("");
        ColumnVector known = found.replaceNulls(nothing)) {
      return known.mergeAndSetValidity(BinaryOp.BITWISE_AND, text);
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

  /**
   * {@code overlay}.
   *
   * @param position 1 or more
   * @param length the number of characters replaced
   */
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
    try (Scalar space = Scalar.fromString(" ");
        ColumnVector each = ColumnVector.fromScalar(space, Math.toIntExact(counts.getRowCount()))) {
      return each.repeatStrings(counts);
    }
  }

  /** {@code quote}: escapes apostrophes with a backslash. */
  public static ColumnVector quote(ColumnVector text) {
    try (Scalar apostrophe = Scalar.fromString("'");
        Scalar escape = Scalar.fromString("\\'");
        ColumnVector escaped = text.stringReplace(apostrophe, escape);
        ColumnVector mark =
            ColumnVector.fromScalar(apostrophe, Math.toIntExact(text.getRowCount()))) {
      return ColumnVector.stringConcatenate(new ColumnView[] {mark, escaped, mark});
    }
  }

  /** {@code startswith} with a column of prefixes. */
  public static ColumnVector startsWith(ColumnVector text, ColumnVector prefix) {
    try (ColumnVector length = lengths(prefix);
        Scalar zero = Scalar.fromInt(0);
        ColumnVector start = ColumnVector.fromScalar(zero, Math.toIntExact(text.getRowCount()));
        ColumnVector head = text.substring(start, length)) {
      return head.binaryOp(BinaryOp.EQUAL, prefix, DType.BOOL8);
    }
  }

  /** {@code endswith} with a column of suffixes. */
  public static ColumnVector endsWith(ColumnVector text, ColumnVector suffix) {
    try (ColumnVector length = lengths(text);
        ColumnVector cut = lengths(suffix);
        ColumnVector wanted = length.binaryOp(BinaryOp.SUB, cut, DType.INT32);
        Scalar zero = Scalar.fromInt(0);
        Scalar most = Scalar.fromInt(Integer.MAX_VALUE);
        ColumnVector start = wanted.clamp(zero, most);
        ColumnVector tail = text.substring(start, length)) {
      return tail.binaryOp(BinaryOp.EQUAL, suffix, DType.BOOL8);
    }
  }

  /** Lengths in characters; 0 for null, as positions must not be null. */
  private static ColumnVector lengths(ColumnVector text) {
    try (ColumnVector lengths = text.getCharLengths();
        Scalar zero = Scalar.fromInt(0)) {
      return lengths.replaceNulls(zero);
    }
  }

  /** {@code encode} with UTF-8. */
  public static ColumnVector bytes(ColumnVector text) {
    return StringBytes.lists(text);
  }
}
