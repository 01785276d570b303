// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.column;

import java.util.Arrays;

/**
 * A libcudf data type: its native id, and for decimals the power of ten that a stored value is
 * multiplied by.
 */
public record Type(int id, int scale) {
  public static final int EMPTY = 0;
  public static final int INT8 = 1;
  public static final int INT16 = 2;
  public static final int INT32 = 3;
  public static final int INT64 = 4;
  public static final int UINT8 = 5;
  public static final int UINT16 = 6;
  public static final int UINT32 = 7;
  public static final int UINT64 = 8;
  public static final int FLOAT32 = 9;
  public static final int FLOAT64 = 10;
  public static final int BOOL8 = 11;
  public static final int TIMESTAMP_DAYS = 12;
  public static final int TIMESTAMP_SECONDS = 13;
  public static final int TIMESTAMP_MICROSECONDS = 15;
  public static final int TIMESTAMP_NANOSECONDS = 16;
  public static final int DURATION_DAYS = 17;
  public static final int DURATION_SECONDS = 18;
  public static final int DURATION_NANOSECONDS = 21;
  public static final int STRING = 23;
  public static final int LIST = 24;
  public static final int DECIMAL32 = 25;
  public static final int DECIMAL64 = 26;
  public static final int DECIMAL128 = 27;
  public static final int STRUCT = 28;

  private static final String[] NAMES = {
    "EMPTY", "INT8", "INT16", "INT32",
    "INT64", "UINT8", "UINT16", "UINT32",
    "UINT64", "FLOAT32", "FLOAT64", "BOOL8",
    "TIMESTAMP_DAYS", "TIMESTAMP_SECONDS", "TIMESTAMP_MILLISECONDS", "TIMESTAMP_MICROSECONDS",
    "TIMESTAMP_NANOSECONDS", "DURATION_DAYS", "DURATION_SECONDS", "DURATION_MILLISECONDS",
    "DURATION_MICROSECONDS", "DURATION_NANOSECONDS", "DICTIONARY32", "STRING",
    "LIST", "DECIMAL32", "DECIMAL64", "DECIMAL128",
    "STRUCT"
  };
  private static final int[] WIDTHS = {
    0, 1, 2, 4, 8, 1, 2, 4, 8, 4, 8, 1, 4, 8, 8, 8, 8, 4, 8, 8, 8, 8, 0, 0, 0, 4, 8, 16, 0
  };

  /** A type without scale. */
  public static Type of(int id) {
    return new Type(id, 0);
  }

  /** The native id of a type by its name. */
  public static int id(String name) {
    return Arrays.asList(NAMES).indexOf(name);
  }

  /** A type with a scale, which only decimals have. */
  public static Type of(int id, int scale) {
    return new Type(id, id >= DECIMAL32 && id <= DECIMAL128 ? scale : 0);
  }

  /** The bytes of a value, 0 for types without a fixed width. */
  public int width() {
    return WIDTHS[id];
  }

  public boolean isFixedWidth() {
    return WIDTHS[id] > 0;
  }

  /** Signed or unsigned whole numbers, without booleans. */
  public boolean isIntegral() {
    return id >= INT8 && id <= UINT64;
  }

  public boolean isUnsigned() {
    return id >= UINT8 && id <= UINT64;
  }

  public boolean isFloat() {
    return id == FLOAT32 || id == FLOAT64;
  }

  public boolean isBool() {
    return id == BOOL8;
  }

  /** The types that libcudf calls numeric: integers, floats and booleans. */
  public boolean isNumeric() {
    return id >= INT8 && id <= BOOL8;
  }

  public boolean isDecimal() {
    return id >= DECIMAL32 && id <= DECIMAL128;
  }

  public boolean isTimestamp() {
    return id >= TIMESTAMP_DAYS && id <= TIMESTAMP_NANOSECONDS;
  }

  public boolean isDuration() {
    return id >= DURATION_DAYS && id <= DURATION_NANOSECONDS;
  }

  public boolean isChrono() {
    return isTimestamp() || isDuration();
  }

  public boolean isString() {
    return id == STRING;
  }

  public boolean isNested() {
    return id == LIST || id == STRUCT;
  }

  /** The ticks per day of a timestamp or duration type. */
  public long ticksPerDay() {
    return switch (isTimestamp() ? id - TIMESTAMP_DAYS : id - DURATION_DAYS) {
      case 0 -> 1L;
      case 1 -> 86_400L;
      case 2 -> 86_400_000L;
      case 3 -> 86_400_000_000L;
      default -> 86_400_000_000_000L;
    };
  }

  @Override
  public String toString() {
    return isDecimal() ? NAMES[id] + "(scale " + scale + ")" : NAMES[id];
  }
}
