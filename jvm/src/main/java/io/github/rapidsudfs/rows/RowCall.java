// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.rows;

import io.github.rapidsudfs.api.DualFunction;
import io.github.rapidsudfs.api.NullRule;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.metrics.RowCount;
import io.github.rapidsudfs.metrics.RowCounts;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.StringType;

/** A call of a row-wise body: counting, adapting of arguments, null rule, decimal check. */
public final class RowCall {
  private static final long[] POWERS_OF_TEN =
      LongStream.iterate(1, power -> 10 * power).limit(19).toArray();

  private final DualFunction function;
  private final Signature signature;
  private final RowValues.Adapter[] adapters;
  private final RowCounts counts;
  private final boolean nullIn;
  private final boolean neverNull;
  private final DataType resultType;

  /** The result's type if internal values must be converted for Spark; else null. */
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
    this.neverNull = signature.nullRule() == NullRule.NEVER_NULL;
    this.resultType = result;
    boolean converted =
        InternalValues.isInternal(result, classes.result())
            && !(result instanceof StringType || result instanceof DecimalType);
    this.internalResult = converted ? result : null;
  }

  /** For calls whose arguments are of the declared types. */
  public static RowCall of(DualFunction function) {
    return of(function, function.signature().arguments().size());
  }

  /** As {@link #of(DualFunction)}, for this many arguments (varargs). */
  public static RowCall of(DualFunction function, int arguments) {
    Signature signature = function.signature();
    DataType result = signature.dependentResult() ? null : signature.resultType(List.of());
    return declared(function, arguments, result);
  }

  /** As {@link #of(DualFunction)}, for this many arguments and a known result type. */
  public static RowCall declared(DualFunction function, int arguments, DataType result) {
    List<DataType> types = new ArrayList<>(); // null for an argument of any type
    for (int i = 0; i < arguments; i++) {
      types.add(function.signature().argument(i).type());
    }
    return new RowCall(function, types, result);
  }

  /** For calls whose types are known from analysis. */
  public static RowCall resolved(DualFunction function, List<DataType> types, DataType result) {
    return new RowCall(function, types, result);
  }

  /** The count of this thread's calls. */
  public RowCount count() {
    return counts.current();
  }

  public boolean nullIn() {
    return nullIn;
  }

  /** Converts a value to the class that the body takes, or names the argument in an error. */
  public Object argument(int index, Object value) {
    if (value == null) {
      return null;
    }
    try {
      return adapters[index].adapt(value);
    } catch (RowValues.WrongClass e) {
      // Without the cause: if the jar came with a Spark Connect session, Spark cannot deserialize
      // our exception class and would show no reason at all.
      throw new IllegalArgumentException(
          "%s %s; cast it in the query".formatted(signature.where(index), e.getMessage()));
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
   * The result in a form that Spark takes; a decimal beyond the declared precision becomes null, as
   * in columns.
   *
   * @throws ArithmeticException if the body returns more decimals than it declares
   * @throws IllegalStateException if it returns null against its null rule
   */
  public Object result(Object value) {
    if (neverNull) {
      InternalCall.notNull(value);
    }
    if (internalResult != null) {
      return InternalValues.toSpark(value, internalResult);
    }
    return checked(value, resultType);
  }

  /** Returns whether {@link #checked} checks results of this type. */
  static boolean isChecked(DataType type) {
    return type instanceof DecimalType;
  }

  /** A body's result, null for a decimal with too many digits; more decimals are an error. */
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

  /** Returns whether a decimal of at most 18 digits fits, without allocating a BigDecimal. */
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
