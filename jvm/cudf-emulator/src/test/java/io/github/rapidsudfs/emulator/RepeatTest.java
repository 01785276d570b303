// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.CudfException;
import ai.rapids.cudf.Table;
import java.util.Arrays;
import org.junit.Test;

/** Rows repeated as often as a column says. */
public class RepeatTest {
  @Test
  public void eachRowAsOftenAsItsCount() {
    try (ColumnVector letters = ColumnVector.fromStrings("a", null, "c", "d");
        ColumnVector counts = ColumnVector.fromInts(2, 1, 0, 3);
        Table table = new Table(letters, counts);
        Table repeated = table.repeat(counts)) {
      assertEquals(
          Arrays.asList("a", "a", null, "d", "d", "d"), Cols.values(repeated.getColumn(0)));
      assertEquals(Arrays.asList(2, 2, 1, 3, 3, 3), Cols.values(repeated.getColumn(1)));
    }
  }

  @Test
  public void countsMustFit() {
    try (ColumnVector numbers = ColumnVector.fromInts(1, 2);
        ColumnVector nulls = ColumnVector.fromBoxedInts(1, null);
        ColumnVector three = ColumnVector.fromInts(1, 1, 1);
        ColumnVector negative = ColumnVector.fromInts(1, -1);
        Table table = new Table(numbers)) {
      assertThrows(CudfException.class, () -> table.repeat(nulls));
      assertThrows(CudfException.class, () -> table.repeat(three));
      assertThrows(UnsupportedOperationException.class, () -> table.repeat(negative));
    }
  }
}
