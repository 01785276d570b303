// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator;

import static org.junit.Assert.assertThrows;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.CudfException;
import org.junit.Test;

/** Timestamps as text: as libcudf's from_timestamps. */
public class DateStringsTest {
  private static final long MORNING = 1_577_865_845_123_456L; // 2020-01-01 08:04:05.123456

  @Test
  public void daysAndMicroseconds() {
    try (ColumnVector days =
        ColumnVector.timestampDaysFromBoxedInts(0, -1, null, -719_162, 2_932_896)) {
      Cols.check(
          days.asStrings("%Y-%m-%d"), "1970-01-01", "1969-12-31", null, "0001-01-01", "9999-12-31");
      Cols.check(
          days.asStrings("%H:%M:%S %%"),
          "00:00:00 %",
          "00:00:00 %",
          null,
          "00:00:00 %",
          "00:00:00 %");
    }
    try (ColumnVector micros =
        ColumnVector.timestampMicroSecondsFromBoxedLongs(MORNING, -1L, null)) {
      Cols.check(
          micros.asStrings("%Y-%m-%d %H:%M:%S.%6f"),
          "2020-01-01 08:04:05.123456",
          "1969-12-31 23:59:59.999999",
          null);
      Cols.check(micros.asStrings("%3f|%f"), "123|123", "999|999", null);
    }
  }

  @Test
  public void whatIsNotKnownIsRefused() {
    try (ColumnVector late = ColumnVector.timestampDaysFromBoxedInts(2_932_897)) {
      assertThrows(UnsupportedOperationException.class, () -> late.asStrings("%Y"));
      assertThrows(CudfException.class, () -> late.asStrings("%3Y"));
    }
  }
}
