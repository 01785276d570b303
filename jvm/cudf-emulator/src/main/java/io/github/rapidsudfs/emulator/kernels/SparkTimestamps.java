// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.binding.Native;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.StringVec;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.memory.CudfClasses;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses timestamps by Spark formats with digits and literals only. */
public final class SparkTimestamps {
  private static final String FIELDS = "yMdHms";
  private static final int LONGEST = 9;
  private static final int LAST_YEAR = 300_000;
  private static final long MICROS = 1_000_000;

  /**
   * Null if a string does not match the format. In legacy mode blanks may precede fields, fields
   * may be shorter, and any text that does not start with a digit may follow.
   */
  @Native("com.nvidia.spark.rapids.jni.CastStrings.parseTimestampWithFormat")
  public static FixedVec parse(StringVec s, String format, boolean legacy) {
    Pattern pattern = Pattern.compile(expression(format, legacy));
    return s.orNull(
        Type.of(Type.TIMESTAMP_MICROSECONDS),
        i -> {
          Matcher found = pattern.matcher(s.latin1(i));
          return found.matches() ? micros(found, format) : null;
        });
  }

  private static String expression(String format, boolean legacy) {
    StringBuilder out = new StringBuilder(legacy ? "[ \\t]*+(?![\\n])" : "");
    boolean short_ = legacy || format.equals("yyyy/MM/dd");
    boolean fields = false;
    for (int i = 0, end; i < format.length(); i = end) {
      char c = format.charAt(i);
      end = i + 1;
      if (!isLetter(c)) {
        CudfClasses.expects(c < 0x80, "non-ASCII literal in pattern is not supported");
        out.append(Pattern.quote("" + c));
        continue;
      }
      while (end < format.length() && format.charAt(end) == c) {
        end++;
      }
      int run = end - i;
      CudfClasses.expects(run <= LONGEST, "pattern letter run too long: " + c);
      CudfClasses.expects(
          c == 'y' || run == 2, "non-year pattern letter run must be length 2: " + c);
      CudfClasses.expects(FIELDS.indexOf(c) >= 0, "unsupported pattern letter: " + c);
      boolean abuts = i > 0 && isLetter(format.charAt(i - 1));
      boolean packed = abuts || (end < format.length() && isLetter(format.charAt(end)));
      out.append(legacy && !abuts ? "[ \\t]*+" : "");
      int least = c == 'y' || packed && legacy || !short_ ? run : 1;
      // the last of several fields of a letter counts
      int first = out.indexOf("(?<" + c + ">");
      if (first >= 0) {
        out.replace(first, first + 4, "(?:");
      }
      out.append("(?<%c>[0-9]{%d,%d}+)".formatted(c, least, run));
      fields = true;
    }
    CudfClasses.expects(fields, "timestamp format has no datetime fields");
    return out.append(legacy ? "(?:[^0-9][\\x00-\\xFF]*)?" : "").toString();
  }

  private static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  private static Long micros(Matcher found, String format) {
    int[] values = {1970, 1, 1, 0, 0, 0};
    for (int i = 0; i < values.length; i++) {
      String field = FIELDS.substring(i, i + 1);
      values[i] = format.contains(field) ? Integer.parseInt(found.group(field)) : values[i];
    }
    try {
      long seconds =
          LocalDateTime.of(values[0], values[1], values[2], values[3], values[4], values[5])
              .toEpochSecond(ZoneOffset.UTC);
      return values[0] > LAST_YEAR ? null : (Long) Math.multiplyExact(seconds, MICROS);
    } catch (DateTimeException | ArithmeticException e) {
      return null;
    }
  }
}
