// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.api;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;

/**
 * The types accepted for a declared type if Spark did not coerce the argument ({@code
 * registerJavaFunction} and Hive pass arguments as they are).
 *
 * <p>The one rule for {@code RowValues}, {@code ColumnWidening} and generic Hive functions: an
 * integer for a wider one; an integer up to INT, and FLOAT, for DOUBLE; any integer or decimal for
 * a decimal that its value fits without rounding; an untyped null for everything; nested types by
 * their parts.
 */
public final class Widening {
  private static final List<DataType> INTEGERS =
      List.of(DataTypes.ByteType, DataTypes.ShortType, DataTypes.IntegerType, DataTypes.LongType);

  private Widening() {}

  /** Whether values of type {@code actual} are accepted; each decimal value must also fit. */
  public static boolean accepts(DataType declared, DataType actual) {
    if (actual.equals(DataTypes.NullType)) {
      return true;
    }
    if (TypeKind.isNested(declared) && declared.getClass() == actual.getClass()) {
      List<DataType> wanted = TypeKind.parts(declared);
      List<DataType> parts = TypeKind.parts(actual);
      return wanted.size() == parts.size()
          && IntStream.range(0, parts.size()).allMatch(i -> accepts(wanted.get(i), parts.get(i)));
    }
    return declared.equals(actual) || isWider(declared, actual);
  }

  private static boolean isWider(DataType declared, DataType actual) {
    boolean integer = INTEGERS.contains(actual);
    if (declared instanceof DecimalType) {
      return integer || actual instanceof DecimalType;
    }
    if (declared.equals(DataTypes.DoubleType)) {
      // A double does not hold every BIGINT.
      return (integer && !actual.equals(DataTypes.LongType)) || actual.equals(DataTypes.FloatType);
    }
    return integer && INTEGERS.indexOf(actual) < INTEGERS.indexOf(declared);
  }
}
