package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.agent.Native;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.StringVec;
import io.github.rapidsudfs.emulator.column.Type;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Spark's cast of strings to dates. */
public final class SparkDates {
  private static final Pattern DATE =
      Pattern.compile(
          "[\\x00-\\x20\\x7F]*([+-]?)([0-9]{4,7})(?:-([0-9]{1,2})(?:-([0-9]{1,2})(?:[ T].*)?)?)?"
              + "[\\x00-\\x20\\x7F]*",
          Pattern.DOTALL);

  private SparkDates() {}

  /**
   * Each string as a date, null where it is not a date: {@code [+-]yyyy[y][y][y][-m[m][-d[d]]]},
   * and after a whole date anything behind a space or T. White space around it does not count.
   */
  @Native("com.nvidia.spark.rapids.jni.CastStrings.parseDateStringsToDate")
  public static FixedVec parse(StringVec s) {
    return FixedVec.orNull(
        Type.of(Type.TIMESTAMP_DAYS), s.size, i -> s.isNull(i) ? null : day(s.latin1(i)));
  }

  private static Long day(String text) {
    Matcher date = DATE.matcher(text);
    if (!date.matches()) {
      return null;
    }
    int year = Integer.parseInt(date.group(1) + date.group(2));
    int month = date.group(3) == null ? 1 : Integer.parseInt(date.group(3));
    int day = date.group(4) == null ? 1 : Integer.parseInt(date.group(4));
    try {
      long days = LocalDate.of(year, month, day).toEpochDay();
      return days == (int) days ? days : null;
    } catch (DateTimeException e) {
      return null;
    }
  }
}
