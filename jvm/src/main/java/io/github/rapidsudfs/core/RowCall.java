package io.github.rapidsudfs.core;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DecimalType;

/** What stands around a row-wise body: counting, adapting of arguments, null rule, decimal check. */
final class RowCall {
  private final Signature signature;
  private final RowValues.Adapter[] adapters;
  private final Counters counters;
  private final boolean nullIn;
  private final DecimalType decimalResult;

  private RowCall(Signature signature, List<DataType> types, DataType result) {
    this.signature = signature;
    this.adapters = types.stream().map(RowValues::of).toArray(RowValues.Adapter[]::new);
    this.counters = Counters.of(signature.name());
    this.nullIn = signature.nullRule().nullIn();
    this.decimalResult = result instanceof DecimalType ? (DecimalType) result : null;
  }

  /** For calls whose arguments are of the declared types. */
  static RowCall of(DualFunction function) {
    Signature signature = function.signature();
    return declared(signature, signature.arguments().size());
  }

  /** As {@link #of}, for this many arguments (varargs). */
  static RowCall declared(Signature signature, int arguments) {
    DataType result = signature.dependentResult() ? null : signature.resultType(List.of());
    return declared(signature, arguments, result);
  }

  /** As {@link #declared(Signature, int)}, where the result type is known. */
  static RowCall declared(Signature signature, int arguments, DataType result) {
    List<DataType> types = new ArrayList<>();
    for (int i = 0; i < arguments; i++) {
      types.add(signature.argument(i).type());
    }
    return new RowCall(signature, types, result);
  }

  /** For calls whose types are known from analysis. */
  static RowCall resolved(Signature signature, List<DataType> types, DataType result) {
    return new RowCall(signature, types, result);
  }

  /** Whether it was made for this many arguments. */
  boolean takes(int arguments) {
    return adapters.length == arguments;
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
          "argument " + (index + 1) + " (" + signature.argument(index).name() + ") of "
              + signature.name() + " " + e.getMessage() + "; cast it in the query");
    }
  }

  /** A whole call: count, adapt, null rule, body, result. */
  Object call(DualFunction function, Object[] args) {
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
   * The result as Spark wants it; a decimal beyond the declared precision becomes null, as in columns.
   *
   * @throws ArithmeticException where a body answers with more decimals than it declares
   */
  Object result(Object value) {
    if (decimalResult == null || !(value instanceof BigDecimal)) {
      return value;
    }
    BigDecimal scaled = ((BigDecimal) value).setScale(decimalResult.scale(), RoundingMode.UNNECESSARY);
    return scaled.precision() > decimalResult.precision() ? null : scaled;
  }
}
