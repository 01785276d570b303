// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.core;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.StringType;

/** The frame of a row-wise body: counting, adapting of arguments, null rule, decimal check. */
public final class RowCall {
  private static final long[] POWERS_OF_TEN = new long[19];

  static {
    POWERS_OF_TEN[0] = 1;
    for (int i = 1; i < POWERS_OF_TEN.length; i++) {
      POWERS_OF_TEN[i] = 10 * POWERS_OF_TEN[i - 1];
    }
  }

  private final DualFunction function;
  private final Signature signature;
  private final RowValues.Adapter[] adapters;
  private final RowCounts counts;
  private final boolean nullIn;
  private final DataType resultType;

  /**
   * The result's type where the body answers internal values that Spark takes from no UDF; of those
   * of strings and decimals it does.
   */
  private final DataType internalResult;

  private RowCall(DualFunction function, List<DataType> types, DataType result) {
    this.function = function;
    this.signature = function.signature();
    BodyClasses classes = BodyClasses.of(function);
    this.adapters = new RowValues.Adapter[types.size()];
    for (int i = 0; i < adapters.length; i++) {
      DataType type = types.get(i);
      adapters[i] =
          InternalValues.isInternal(type, classes.argument(i))
              ? InternalValues.adapter(type)
              : RowValues.of(type);
    }
    this.counts = new RowCounts(signature.name());
    this.nullIn = signature.nullRule().nullIn();
    this.resultType = result;
    boolean converted =
        InternalValues.isInternal(result, classes.result())
            && !(result instanceof StringType || result instanceof DecimalType);
    this.internalResult = converted ? result : null;
  }

  /**
   * For calls whose arguments are of the declared types.
   *
   * @throws IllegalStateException where the function's type parameters are not of its signature
   */
  public static RowCall of(DualFunction function) {
    return of(function, function.signature().arguments().size());
  }

  /** As {@link #of(DualFunction)}, for this many arguments (varargs). */
  static RowCall of(DualFunction function, int arguments) {
    Signature signature = function.signature();
    DataType result = signature.dependentResult() ? null : signature.resultType(List.of());
    return declared(function, arguments, result);
  }

  /** As {@link #of(DualFunction)}, for this many arguments, where the result type is known. */
  public static RowCall declared(DualFunction function, int arguments, DataType result) {
    List<DataType> types = new ArrayList<>();
    for (int i = 0; i < arguments; i++) {
      types.add(function.signature().argument(i).type());
    }
    return new RowCall(function, types, result);
  }

  /** For calls whose types are known from analysis. */
  static RowCall resolved(DualFunction function, List<DataType> types, DataType result) {
    return new RowCall(function, types, result);
  }

  /** The count of this thread's calls. */
  RowCount count() {
    return counts.current();
  }

  boolean nullIn() {
    return nullIn;
  }

  /**
   * The value as the body sees it.
   *
   * @throws IllegalArgumentException naming function, argument, type wanted and class that came
   */
  Object argument(int index, Object value) {
    if (value == null) {
      return null;
    }
    try {
      return adapters[index].adapt(value);
    } catch (RowValues.WrongClass e) {
      // Without its cause: Spark cannot read a class of ours back where the jar came with a Spark
      // Connect session, and then shows no reason at all.
      throw new IllegalArgumentException(
          "argument "
              + (index + 1)
              + " ("
              + signature.argument(index).name()
              + ") of "
              + signature.name()
              + " "
              + e.getMessage()
              + "; cast it in the query");
    }
  }

  /** A whole call: count, adapt, null rule, body, result. */
  public Object call(Object... args) {
    RowCount count = count();
    long begun = count.begin();
    try {
      signature.requireCount(args.length);
      Object[] adapted = new Object[args.length];
      for (int i = 0; i < args.length; i++) {
        adapted[i] = argument(i, args[i]);
        if (nullIn && adapted[i] == null) {
          return null;
        }
      }
      return result(function.rowBody(adapted));
    } catch (Throwable t) {
      count.failed();
      throw t;
    } finally {
      count.end(begun);
    }
  }

  /**
   * The result as Spark wants it; a decimal beyond the declared precision becomes null, as in
   * columns.
   *
   * @throws ArithmeticException where a body answers with more decimals than it declares
   */
  Object result(Object value) {
    if (internalResult != null) {
      return InternalValues.toSpark(value, internalResult);
    }
    return checked(value, resultType);
  }

  /** Whether {@link #checked} looks at results of this type. */
  static boolean isChecked(DataType type) {
    return type instanceof DecimalType;
  }

  /**
   * A body's result, null for a decimal beyond the declared precision.
   *
   * @throws ArithmeticException where it has more decimals than the type
   */
  static Object checked(Object value, DataType type) {
    if (!(type instanceof DecimalType decimal)) {
      return value;
    }
    if (value instanceof Decimal internal) {
      return fits(internal, decimal) || scaled(internal.toJavaBigDecimal(), decimal) != null
          ? value
          : null;
    }
    return value instanceof BigDecimal java ? scaled(java, decimal) : value;
  }

  /** Whether a decimal of at most 18 digits is as declared, without making a big one. */
  private static boolean fits(Decimal value, DecimalType type) {
    return value.scale() == type.scale()
        && value.precision() <= type.precision()
        && value.precision() < POWERS_OF_TEN.length
        && Math.abs(value.toUnscaledLong()) < POWERS_OF_TEN[value.precision()];
  }

  private static BigDecimal scaled(BigDecimal value, DecimalType type) {
    BigDecimal scaled = value.setScale(type.scale(), RoundingMode.UNNECESSARY);
    return scaled.precision() > type.precision() ? null : scaled;
  }
}
