// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator;

import static org.junit.Assert.assertThrows;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.CudfException;
import org.junit.Test;

/** Values replaced by those beside them: as libcudf's find_and_replace_all. */
public class FindAndReplaceTest {
  @Test
  public void replacesMatchesAndKeepsTheRest() {
    try (ColumnVector values = ColumnVector.fromBoxedInts(7, 5, 6, null, 3, 1, 5);
        ColumnVector olds = ColumnVector.fromInts(5, 3, 5);
        ColumnVector news = ColumnVector.fromBoxedInts(50, null, 500)) {
      Cols.check(values.findAndReplaceAll(olds, news), 7, 50, 6, null, null, 1, 50);
    }
  }

  @Test
  public void zeroIsFoundWhateverItsSign() {
    try (ColumnVector values = ColumnVector.fromBoxedDoubles(0.0, -0.0, Double.NaN, null, 1.0);
        ColumnVector olds = ColumnVector.fromDoubles(0.0);
        ColumnVector news = ColumnVector.fromBoxedDoubles((Double) null)) {
      Cols.check(values.findAndReplaceAll(olds, news), null, null, Double.NaN, null, 1.0);
    }
  }

  @Test
  public void strings() {
    try (ColumnVector values = ColumnVector.fromStrings("a", "", null, "ä");
        ColumnVector olds = ColumnVector.fromStrings("", "ä");
        ColumnVector news = ColumnVector.fromStrings("empty", "ae")) {
      Cols.check(values.findAndReplaceAll(olds, news), "a", "empty", null, "ae");
    }
  }

  @Test
  public void refusesThePatternsThatLibcudfRefuses() {
    try (ColumnVector values = ColumnVector.fromInts(1);
        ColumnVector longs = ColumnVector.fromLongs(1);
        ColumnVector two = ColumnVector.fromInts(1, 2);
        ColumnVector nulls = ColumnVector.fromBoxedInts((Integer) null)) {
      assertThrows(CudfException.class, () -> values.findAndReplaceAll(longs, longs));
      assertThrows(CudfException.class, () -> values.findAndReplaceAll(two, values));
      assertThrows(CudfException.class, () -> values.findAndReplaceAll(nulls, values));
    }
  }

  @Test
  public void nanIsNoNumberThatIsFound() {
    try (ColumnVector nan = ColumnVector.fromDoubles(Double.NaN);
        ColumnVector one = ColumnVector.fromDoubles(1.0)) {
      Cols.check(nan.findAndReplaceAll(nan, one), Double.NaN);
    }
  }
}
