// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit.values;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.expressions.GenericRowWithSchema;
import org.apache.spark.sql.catalyst.util.DateTimeUtils;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructType;

/** Values simpler than a given one, the simplest first. Repeated shrinking always terminates. */
public final class Shrinks {
  private Shrinks() {}

  /** Candidates for a value; none for null. */
  public static List<Object> of(DataType type, Object value) {
    List<Object> simpler = new ArrayList<>();
    if (value instanceof BigDecimal decimal) {
      integers(decimal.unscaledValue())
          .forEach(unscaled -> simpler.add(new BigDecimal(unscaled, decimal.scale())));
    } else if (value instanceof Double || value instanceof Float) {
      reals((Number) value, simpler);
    } else if (value instanceof Number number) {
      integers(type, number.longValue(), simpler);
    } else if (value instanceof String text) {
      strings(text, simpler);
    } else if (value instanceof byte[] bytes && bytes.length > 0) {
      simpler.add(Arrays.copyOf(bytes, bytes.length / 2));
      simpler.add(Arrays.copyOf(bytes, bytes.length - 1));
      simpler.add(Arrays.copyOfRange(bytes, 1, bytes.length));
    } else if (value instanceof LocalDate date) {
      integers(type, date.toEpochDay(), simpler);
    } else if (value instanceof Instant time) {
      long micros = DateTimeUtils.instantToMicros(time);
      if (micros % 1_000_000 != 0) {
        simpler.add(DateTimeUtils.microsToInstant(micros - micros % 1_000_000));
      }
      integers(type, micros, simpler);
    } else if (Boolean.TRUE.equals(value)) {
      simpler.add(false);
    } else if (value instanceof List<?> list) {
      lists((ArrayType) type, list, simpler);
    } else if (value instanceof Map<?, ?> map) {
      maps((MapType) type, map, simpler);
    } else if (value instanceof Row row) {
      structs((StructType) type, row, simpler);
    }
    return simpler;
  }

  /** Integers closer to zero; of two with the same magnitude the positive one is simpler. */
  private static List<BigInteger> integers(BigInteger value) {
    List<BigInteger> simpler = new ArrayList<>();
    if (value.signum() != 0) {
      simpler.add(BigInteger.ZERO);
      if (value.signum() < 0) {
        simpler.add(value.negate());
      }
      if (value.abs().compareTo(BigInteger.ONE) > 0) {
        for (int bits = value.bitLength() / 2; bits > 1; bits /= 2) {
          simpler.add(value.divide(BigInteger.ONE.shiftLeft(bits)));
        }
        simpler.add(value.divide(BigInteger.TWO));
        simpler.add(value.subtract(BigInteger.valueOf(value.signum())));
      }
    }
    return simpler;
  }

  /** Candidates for a number, days or microseconds; some are out of the type's range. */
  private static void integers(DataType type, long value, List<Object> into) {
    integers(BigInteger.valueOf(value)).stream()
        .map(each -> JsonValues.integer(type, each))
        .filter(Objects::nonNull)
        .forEach(into::add);
  }

  private static void reals(Number value, List<Object> into) {
    double real = value.doubleValue();
    List<Double> simpler = new ArrayList<>();
    if (Double.doubleToRawLongBits(real) != 0) {
      simpler.add(0.0);
      if (real != 1.0) {
        simpler.add(1.0);
      }
    }
    if (Double.isFinite(real) && Math.abs(real) > 1) {
      simpler.add(real == Math.rint(real) ? Math.rint(real / 2) : Math.rint(real));
    }
    simpler.forEach(each -> into.add(value instanceof Float ? (Object) each.floatValue() : each));
  }

  private static void strings(String value, List<Object> into) {
    int[] points = value.codePoints().toArray();
    for (int cut = points.length; cut > 0; cut /= 2) {
      for (int from = 0; from + cut <= points.length; from += cut) {
        into.add(without(points, from, cut));
      }
    }
    for (int i = 0; i < Math.min(points.length, 20); i++) {
      // Digits are first replaced by digits, so that a number stays a number.
      int plain = Character.isDigit(points[i]) ? '0' : 'a';
      if (points[i] != plain && points[i] != 'a') {
        int[] changed = points.clone();
        changed[i] = plain;
        into.add(new String(changed, 0, changed.length));
      }
    }
  }

  private static String without(int[] points, int from, int count) {
    return new String(points, 0, from)
        + new String(points, from + count, points.length - from - count);
  }

  /** Candidates for a value inside another one, where null is the simplest. */
  private static List<Object> within(DataType type, Object value) {
    List<Object> simpler = new ArrayList<>();
    if (value != null) {
      simpler.add(null);
      simpler.addAll(of(type, value));
    }
    return simpler;
  }

  private static void lists(ArrayType type, List<?> value, List<Object> into) {
    for (int cut = value.size(); cut > 0; cut /= 2) {
      for (int from = 0; from + cut <= value.size(); from += cut) {
        List<Object> shorter = new ArrayList<>(value.subList(0, from));
        shorter.addAll(value.subList(from + cut, value.size()));
        into.add(shorter);
      }
    }
    for (int i = 0; i < value.size(); i++) {
      for (Object simpler : within(type.elementType(), value.get(i))) {
        List<Object> changed = new ArrayList<>(value);
        changed.set(i, simpler);
        into.add(changed);
      }
    }
  }

  private static void maps(MapType type, Map<?, ?> value, List<Object> into) {
    if (!value.isEmpty()) {
      into.add(new LinkedHashMap<>());
    }
    for (Map.Entry<?, ?> entry : value.entrySet()) {
      if (value.size() > 1) {
        Map<Object, Object> shorter = new LinkedHashMap<>(value);
        shorter.remove(entry.getKey());
        into.add(shorter);
      }
      for (Object simpler : within(type.valueType(), entry.getValue())) {
        Map<Object, Object> changed = new LinkedHashMap<>(value);
        changed.put(entry.getKey(), simpler);
        into.add(changed);
      }
    }
  }

  private static void structs(StructType type, Row value, List<Object> into) {
    for (int i = 0; i < type.length(); i++) {
      for (Object simpler : within(type.apply(i).dataType(), value.get(i))) {
        Object[] fields = new Object[type.length()];
        for (int k = 0; k < fields.length; k++) {
          fields[k] = k == i ? simpler : value.get(k);
        }
        into.add(new GenericRowWithSchema(fields, type));
      }
    }
  }
}
