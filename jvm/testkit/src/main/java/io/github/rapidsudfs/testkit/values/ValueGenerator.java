// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit.values;

import io.github.rapidsudfs.api.TypeKind;
import io.github.rapidsudfs.columns.DecimalRange;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.catalyst.expressions.GenericRowWithSchema;
import org.apache.spark.sql.catalyst.util.DateTimeUtils;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.StructType;

/**
 * Random values of a Spark type, as the classes of {@code RowValues}: ordinary values, edge values
 * and nulls at every level. The same seed gives the same values.
 *
 * <p>Map keys are as in Spark: not null, unique, without -0.0.
 */
public final class ValueGenerator {
  private static final int FIRST_DAY = (int) LocalDate.of(1, 1, 1).toEpochDay();
  private static final int LAST_DAY = (int) LocalDate.of(9999, 12, 31).toEpochDay();
  private static final int FIRST_SKIPPED = (int) LocalDate.of(1582, 10, 5).toEpochDay();
  private static final int SKIPPED_DAYS = 10;
  private static final int DAYS_AROUND_1970 = 40_000;
  private static final long MICROS_PER_DAY = 86_400_000_000L;

  private final DataType type;
  private final Random random;
  private final Shape shape;
  private final List<Object> edges;
  private final StringGenerator strings;
  private final List<BigDecimal> numbers = new ArrayList<>();
  private final List<ValueGenerator> parts = new ArrayList<>();

  /**
   * @throws IllegalArgumentException naming an unsupported type
   */
  public ValueGenerator(DataType type, Random random, Shape shape) {
    this.type = type;
    this.random = random;
    this.shape = shape;
    this.edges = EdgeValues.atomic(type, shape.skippedDays());
    this.strings = new StringGenerator(random, shape);
    for (String text : shape.vocabulary()) {
      if (text.matches("-?\\d{1,30}(\\.\\d{1,30})?")) {
        numbers.add(new BigDecimal(text));
      }
    }
    TypeKind.parts(type).forEach(part -> parts.add(new ValueGenerator(part, random, shape)));
  }

  /** The next value, possibly null. */
  public Object next() {
    return type instanceof NullType || random.nextDouble() < shape.nulls() ? null : nonNull();
  }

  /** The next value, not null unless the type is void. */
  public Object nonNull() {
    return switch (TypeKind.of(type)) {
      case NULL -> null;
      case ARRAY -> list();
      case MAP -> map();
      case STRUCT ->
          new GenericRowWithSchema(
              parts.stream().map(ValueGenerator::next).toArray(), (StructType) type);
      case STRING -> strings.next(edges);
      default -> atomic();
    };
  }

  private Object atomic() {
    if (!numbers.isEmpty() && random.nextInt(3) == 0) {
      Object named = number(numbers.get(random.nextInt(numbers.size())));
      if (named != null) {
        return named;
      }
    }
    return random.nextInt(4) == 0 ? edges.get(random.nextInt(edges.size())) : ordinary();
  }

  private int length() {
    // Empty and single-element lists are the likely edge cases.
    int dice = random.nextInt(6);
    return Math.min(
        shape.longest(), dice == 0 ? 0 : dice == 1 ? 1 : random.nextInt(shape.longest() + 1));
  }

  private List<Object> list() {
    List<Object> list = new ArrayList<>();
    for (int i = length(); i > 0; i--) {
      list.add(parts.get(0).next());
    }
    return list;
  }

  private Map<Object, Object> map() {
    Map<Object, Object> map = new LinkedHashMap<>();
    Set<String> seen = new TreeSet<>();
    DataType keyType = ((MapType) type).keyType();
    for (int i = length(); i > 0; i--) {
      Object key = MapKeys.normal(keyType, parts.get(0).nonNull());
      // Compared as text, because equal byte arrays are not equal objects.
      if (key != null && seen.add(SqlLiterals.of(keyType, key))) {
        map.put(key, parts.get(1).next());
      }
    }
    return map;
  }

  private Object ordinary() {
    return switch (TypeKind.of(type)) {
      case BOOLEAN -> random.nextBoolean();
      case BYTE -> (byte) random.nextInt();
      case SHORT -> (short) integer(16);
      case INTEGER -> (int) integer(32);
      case LONG -> integer(64);
      case FLOAT -> (float) real();
      case DOUBLE -> real();
      case DECIMAL -> decimal((DecimalType) type);
      case BINARY -> {
        byte[] bytes = new byte[random.nextInt(4 * shape.longest() + 1)];
        random.nextBytes(bytes);
        yield bytes;
      }
      case DATE -> LocalDate.ofEpochDay(day());
      case TIMESTAMP -> {
        long micros = day() * MICROS_PER_DAY + (long) (random.nextDouble() * MICROS_PER_DAY);
        yield DateTimeUtils.microsToInstant(
            random.nextBoolean() ? micros : micros / 1_000_000 * 1_000_000);
      }
      default -> throw new IllegalStateException(type.sql());
    };
  }

  /** A number of up to this many bits, of either sign. */
  private long integer(int bits) {
    long value = random.nextLong() >>> (64 - bits + random.nextInt(bits));
    return random.nextBoolean() ? value : -value;
  }

  private double real() {
    return switch (random.nextInt(3)) {
      case 0 -> random.nextInt(2001) - 1000;
      case 1 -> (random.nextDouble() - 0.5) * 400;
      default -> random.nextGaussian() * Math.pow(10, random.nextInt(31) - 15);
    };
  }

  private BigDecimal decimal(DecimalType of) {
    BigInteger limit = DecimalRange.max(of).unscaledValue();
    BigInteger unscaled = new BigInteger(1 + random.nextInt(limit.bitLength()), random).min(limit);
    return new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), of.scale());
  }

  private int day() {
    int day =
        random.nextInt(4) == 0
            ? FIRST_DAY + 1 + random.nextInt(LAST_DAY - FIRST_DAY - 1)
            : random.nextInt(2 * DAYS_AROUND_1970) - DAYS_AROUND_1970;
    boolean skipped = day >= FIRST_SKIPPED && day < FIRST_SKIPPED + SKIPPED_DAYS;
    return skipped && !shape.skippedDays() ? day - SKIPPED_DAYS : day;
  }

  /** A number from the vocabulary as this type, or null if it does not fit. */
  private Object number(BigDecimal value) {
    try {
      return switch (TypeKind.of(type)) {
        case SHORT, INTEGER, LONG -> JsonValues.integer(type, value.toBigIntegerExact());
        case DOUBLE -> value.doubleValue();
        case DECIMAL -> {
          DecimalType decimal = (DecimalType) type;
          BigDecimal scaled = value.setScale(decimal.scale(), RoundingMode.UNNECESSARY);
          yield scaled.precision() <= decimal.precision() ? scaled : null;
        }
        default -> null;
      };
    } catch (ArithmeticException e) {
      return null;
    }
  }
}
