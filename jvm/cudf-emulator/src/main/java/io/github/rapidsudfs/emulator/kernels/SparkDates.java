// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.binding.Native;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.StringVec;
import io.github.rapidsudfs.emulator.column.Type;
import java.time.DateTimeException;
import java.time.LocalDate;

/** Spark's cast of strings to dates. */
public final class SparkDates {
  private final byte[] bytes;
  private int at;
  private int end;

  private SparkDates(byte[] bytes, int from, int to) {
    this.bytes = bytes;
    at = from;
    end = to;
    while (at < end && isSpace(bytes[at])) {
      at++;
    }
    while (at < end && isSpace(bytes[end - 1])) {
      end--;
    }
  }

  /**
   * Each string as a date, null where it is not a date: {@code [+-]yyyy[y][y][y][-m[m][-d[d]]]},
   * where a full date may be followed by a space or T and any text. Surrounding white space is
   * ignored.
   */
  @Native("com.nvidia.spark.rapids.jni.CastStrings.parseDateStringsToDate")
  public static FixedVec parse(StringVec s) {
    return s.orNull(
        Type.of(Type.TIMESTAMP_DAYS), i -> new SparkDates(s.bytes, s.start(i), s.end(i)).day());
  }

  private static boolean isSpace(byte b) {
    return (b >= 0 && b <= ' ') || b == 0x7F;
  }

  private Long day() {
    boolean negative = at < end && bytes[at] == '-';
    at += negative || (at < end && bytes[at] == '+') ? 1 : 0;
    int year = number(4, 7);
    int month = 1;
    int day = 1;
    if (year >= 0 && at < end) {
      month = part();
      day = month >= 0 && at < end ? part() : day;
      // Only a space or a T may follow the day.
      if (at < end && bytes[at] != ' ' && bytes[at] != 'T') {
        return null;
      }
    }
    return year < 0 || month < 0 || day < 0 ? null : epochDay(negative ? -year : year, month, day);
  }

  private int part() {
    return bytes[at++] == '-' ? number(1, 2) : -1;
  }

  /** A number of {@code fewest} to {@code most} digits, or -1. */
  private int number(int fewest, int most) {
    int value = 0;
    int digits = 0;
    for (; at < end && bytes[at] >= '0' && bytes[at] <= '9'; at++) {
      value = value * 10 + bytes[at] - '0';
      if (++digits > most) {
        return -1;
      }
    }
    return digits < fewest ? -1 : value;
  }

  private static Long epochDay(int year, int month, int day) {
    try {
      long days = LocalDate.of(year, month, day).toEpochDay();
      return days == (int) days ? days : null;
    } catch (DateTimeException e) {
      return null;
    }
  }
}
