package io.github.rapidsudfs.testkit.values;

import io.github.rapidsudfs.core.DecimalRange;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.util.DateTimeUtils;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.TimestampType;

/** The values of a type at which code goes wrong, as the classes of {@code RowValues}. */
public final class Extremes {
  private static final List<Object> STRINGS =
      List.of(
          "", " ", "a", "A", "0", "-1", "  both ends  ", "Ärger, naïve, Ω", "e\u0301", "ß İ ı ǅ ς",
          "🦀👩\u200d👩\u200d👧", "line\nbreak\ttab\r\n", "nul\0inside", "%41+%zz%", "'\"\\", "null",
          "long ".repeat(200));
  private static final List<Object> BINARIES =
      List.of(
          new byte[0],
          new byte[] {0},
          new byte[] {0, -1, -128, (byte) 0xC3, 0x28},
          "Ä".getBytes(StandardCharsets.UTF_8),
          "b".repeat(300).getBytes(StandardCharsets.UTF_8));
  private static final List<String> DATES =
      List.of(
          "1970-01-01", "1969-12-31", "2024-02-29", "2000-12-31", "0001-01-01", "1582-10-04", "1582-10-15",
          "9999-12-31");
  // Days that the calendar of java.sql.Date does not know, and years beyond those of SQL literals.
  private static final List<String> WIDE_DATES = List.of("1582-10-10", "-0400-02-29", "+12345-06-07");
  private static final List<String> TIMESTAMPS =
      List.of(
          "1970-01-01T00:00:00Z", "1969-12-31T23:59:59.999999Z", "2024-03-10T10:30:00.000001Z",
          "2024-11-03T08:59:59.5Z", "0001-01-02T00:00:00Z", "1582-10-04T23:59:59.999999Z",
          "1582-10-15T00:00:00Z", "1883-11-18T19:52:58Z", "9999-12-31T23:59:59.999999Z");
  private static final long[] WIDE_MICROS = {Long.MAX_VALUE, -9_200_000_000_000_000_000L};

  private Extremes() {}

  /**
   * The extremes of an atomic type; none for void and nested types.
   *
   * @param wideTimes whether dates and timestamps may leave the years 1 to 9999
   */
  public static List<Object> of(DataType type, boolean wideTimes) {
    if (type instanceof BooleanType) {
      return List.of(true, false);
    }
    if (type instanceof ByteType) {
      return List.of((byte) 0, (byte) 1, (byte) -1, Byte.MAX_VALUE, Byte.MIN_VALUE);
    }
    if (type instanceof ShortType) {
      return List.of((short) 0, (short) 1, (short) -1, Short.MAX_VALUE, Short.MIN_VALUE);
    }
    if (type instanceof IntegerType) {
      return List.of(0, 1, -1, Integer.MAX_VALUE, Integer.MIN_VALUE, 46341);
    }
    if (type instanceof LongType) {
      return List.of(0L, 1L, -1L, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 31, 3037000500L);
    }
    if (type instanceof FloatType) {
      return List.of(
          0.0f, -0.0f, 1.5f, -0.1f, Float.NaN, Float.intBitsToFloat(0x7fc00123), Float.POSITIVE_INFINITY,
          Float.NEGATIVE_INFINITY, Float.MIN_VALUE, Float.MAX_VALUE, -Float.MAX_VALUE);
    }
    if (type instanceof DoubleType) {
      return List.of(
          0.0, -0.0, 1.5, -0.1, Double.NaN, Double.longBitsToDouble(0x7ff8000000000123L),
          Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MIN_VALUE, Double.MAX_VALUE,
          -Double.MAX_VALUE, 9007199254740993.0);
    }
    if (type instanceof DecimalType) {
      return decimals((DecimalType) type);
    }
    if (type instanceof StringType) {
      return STRINGS;
    }
    if (type instanceof BinaryType) {
      return BINARIES;
    }
    if (type instanceof DateType) {
      return dates(wideTimes);
    }
    return type instanceof TimestampType ? timestamps(wideTimes) : List.of();
  }

  private static List<Object> decimals(DecimalType type) {
    BigDecimal max = DecimalRange.max(type);
    BigDecimal least = new BigDecimal(BigInteger.ONE, type.scale());
    // The first value that a digit less could not hold.
    BigDecimal power = new BigDecimal(BigInteger.TEN.pow(type.precision() - 1), type.scale());
    BigDecimal zero = new BigDecimal(BigInteger.ZERO, type.scale());
    return List.of(zero, max, max.negate(), least, least.negate(), power, power.negate());
  }

  private static List<Object> dates(boolean wide) {
    List<Object> dates = new ArrayList<>();
    DATES.forEach(text -> dates.add(LocalDate.parse(text)));
    if (wide) {
      WIDE_DATES.forEach(text -> dates.add(LocalDate.parse(text)));
    }
    return dates;
  }

  private static List<Object> timestamps(boolean wide) {
    List<Object> timestamps = new ArrayList<>();
    TIMESTAMPS.forEach(text -> timestamps.add(Instant.parse(text)));
    if (wide) {
      for (long micros : WIDE_MICROS) {
        timestamps.add(DateTimeUtils.microsToInstant(micros));
      }
    }
    return timestamps;
  }
}
