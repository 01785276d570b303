// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.columns.Columns;
import io.github.rapidsudfs.columns.ListSums;
import java.util.Arrays;

/** Functions computed by lookup in a table of all results. */
public final class LookupTables {
  private static final long[] FACTORIALS = new long[21];

  static {
    Arrays.setAll(FACTORIALS, n -> n == 0 ? 1 : n * FACTORIALS[n - 1]);
  }

  private LookupTables() {}

  /** The values at positions, which must all be within the table; null for a null position. */
  static ColumnVector at(ColumnVector table, ColumnView places) {
    if (places.getNullCount() == 0) {
      return ListSums.at(table, places);
    }
    try (Columns c = new Columns()) {
      ColumnVector known = c.own(places.replaceNulls(c.own(Scalar.fromInt(0))));
      return c.own(ListSums.at(table, known)).mergeAndSetValidity(BinaryOp.BITWISE_AND, places);
    }
  }

  /** The values at positions; null for a position that is null or outside the table. */
  static ColumnVector within(ColumnVector table, ColumnView places) {
    try (Columns c = new Columns()) {
      ColumnVector known = c.own(places.replaceNulls(c.own(Scalar.fromInt(-1))));
      return ListSums.atOrNull(table, c.own(known.bitCastTo(DType.UINT32)));
    }
  }

  /** {@code factorial} of 0 to 20; null for other numbers. */
  public static ColumnVector factorial(ColumnView numbers) {
    try (ColumnVector table = ColumnVector.fromLongs(FACTORIALS)) {
      return within(table, numbers);
    }
  }

  /** {@code chr}: the lowest byte as a Latin-1 character; empty for negative numbers. */
  public static ColumnVector chr(ColumnView numbers) {
    String[] characters = new String[257];
    for (char c = 0; c < 256; c++) {
      characters[c] = String.valueOf(c);
    }
    characters[256] = "";
    try (Columns c = new Columns()) {
      ColumnVector low = c.ints(numbers).with(BinaryOp.BITWISE_AND, 255L).get();
      ColumnVector negative = c.is(numbers, BinaryOp.LESS, 0L);
      ColumnVector places = c.own(negative.ifElse(c.own(Scalar.fromInt(256)), low));
      return at(c.own(ColumnVector.fromStrings(characters)), places);
    }
  }
}
