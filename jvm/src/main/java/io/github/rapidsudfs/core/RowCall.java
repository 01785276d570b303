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
  private final DualFunction function;
  private final Signature signature;
  private final RowValues.Adapter[] adapters;
  private final Counters counters;
  private final boolean nullIn;
  private final DecimalType decimalResult;

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
    this.counters = Counters.of(signature.name());
    this.nullIn = signature.nullRule().nullIn();
    this.decimalResult = result instanceof DecimalType ? (DecimalType) result : null;
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

  void count() {
    counters.rowCall();
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
    count();
    signature.requireCount(args.length);
    Object[] adapted = new Object[args.length];
    for (int i = 0; i < args.length; i++) {
      adapted[i] = argument(i, args[i]);
      if (nullIn && adapted[i] == null) {
        return null;
      }
    }
    return result(function.rowBody(adapted));
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
    if (decimalResult == null) {
      return value;
    }
    if (value instanceof Decimal decimal) {
      return scaled(decimal.toJavaBigDecimal()) == null ? null : value;
    }
    return value instanceof BigDecimal ? scaled((BigDecimal) value) : value;
  }

  private BigDecimal scaled(BigDecimal value) {
    BigDecimal scaled = value.setScale(decimalResult.scale(), RoundingMode.UNNECESSARY);
    return scaled.precision() > decimalResult.precision() ? null : scaled;
  }
}
