// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.rows;

import io.github.rapidsudfs.api.DualFunction;
import io.github.rapidsudfs.api.NullRule;
import io.github.rapidsudfs.api.Signature;
import java.io.Serializable;
import java.util.List;
import org.apache.spark.sql.catalyst.CatalystTypeConverters;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.StringType;
import scala.Function1;

/**
 * A call of a row-wise body on Spark's internal values: knows which values the body takes and
 * returns directly, and converts the others.
 */
public final class InternalCall implements Serializable {
  private static final Boolean[] BOXES = {false, true};

  private final DualFunction function;
  private final DataType[] types;
  private final boolean[] direct;
  private final DataType resultType;
  private final boolean directResult;
  private transient Function1<Object, Object> toInternal;

  /** A call of a function with arguments and a result of these types. */
  public InternalCall(DualFunction function, List<DataType> arguments, DataType result) {
    this.function = function;
    BodyClasses classes = BodyClasses.of(function);
    Signature signature = function.signature();
    types = arguments.toArray(new DataType[0]);
    direct = new boolean[types.length];
    for (int i = 0; i < types.length; i++) {
      boolean passedOn = signature.opaque() && signature.argument(i).isAny();
      direct[i] = passedOn || isDirect(types[i], classes.argument(i));
    }
    resultType = result;
    boolean passedOn = signature.opaque() && signature.dependentResult();
    directResult = passedOn || isDirect(resultType, classes.result());
  }

  /** Boxes without a branch, which a CPU mispredicts half of the time on random data. */
  public static Boolean boxed(boolean value) {
    return BOXES[value ? 1 : 0];
  }

  /** The result of a body whose null rule is {@link NullRule#NEVER_NULL}. */
  public static Object notNull(Object result) {
    if (result == null) {
      throw new IllegalStateException(
          "the row-wise body returned null, though its null rule is NEVER_NULL");
    }
    return result;
  }

  private static boolean isDirect(DataType type, Class<?> parameter) {
    return InternalValues.internalClass(type) == null || InternalValues.isInternal(type, parameter);
  }

  /** Returns whether Spark passes values of this type to UDFs in the same form in every session. */
  public static boolean isSameEverywhere(DataType type) {
    return InternalValues.internalClass(type) == null || type instanceof StringType;
  }

  /** Returns whether the body takes this argument as Spark's internal value. */
  public boolean isDirect(int index) {
    return direct[index];
  }

  /** Returns whether the body only tests this argument for null. */
  public boolean isOnlyTested(int index) {
    Signature signature = function.signature();
    return signature.opaque() && !signature.dependentResult() && signature.argument(index).isAny();
  }

  /** Returns whether {@link #result} returns the body's result unchanged. */
  public boolean isResultDirect() {
    return directResult && !RowCall.isChecked(resultType);
  }

  /** Converts an internal value to the class that the body takes. */
  public Object argument(int index, Object value) {
    return direct[index] ? value : InternalValues.toJava(value, types[index]);
  }

  /** Converts the body's result to Spark's internal value. */
  public Object result(Object value) {
    return internal(RowCall.checked(value, resultType));
  }

  /** A whole call on Spark's internal values. */
  public Object call(Object[] arguments) {
    NullRule rule = function.signature().nullRule();
    Object[] taken = new Object[arguments.length];
    for (int i = 0; i < taken.length; i++) {
      if (arguments[i] == null && rule.nullIn()) {
        return null;
      }
      taken[i] = argument(i, arguments[i]);
    }
    Object value = function.rowBody(taken);
    return result(rule == NullRule.NEVER_NULL ? notNull(value) : value);
  }

  private Object internal(Object value) {
    if (directResult) {
      return value instanceof Decimal decimal ? sized(decimal, (DecimalType) resultType) : value;
    }
    if (toInternal == null) {
      toInternal = CatalystTypeConverters.createToCatalystConverter(resultType);
    }
    return toInternal.apply(value);
  }

  /** The decimal with the type's precision and scale, which the engine's arithmetic relies on. */
  private static Decimal sized(Decimal value, DecimalType type) {
    if (value.precision() == type.precision() && value.scale() == type.scale()) {
      return value;
    }
    Decimal sized = value.clone();
    sized.changePrecision(type.precision(), type.scale());
    return sized;
  }
}
