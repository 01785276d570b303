// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.binding.Native;
import io.github.rapidsudfs.emulator.binding.Natives;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.memory.CudfClasses;
import io.github.rapidsudfs.emulator.memory.Refused;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongUnaryOperator;

/**
 * {@code cudf::unary_operation}. Trigonometric, exponential and root functions are Java's in double
 * precision, rounded to the type; a GPU's may differ in the last bits.
 */
@Natives("ai.rapids.cudf.ColumnView")
public final class Unary {
  private static final String[] NAMES = {
    "SIN", "COS", "TAN", "ARCSIN", "ARCCOS", "ARCTAN", "SINH", "COSH",
    "TANH", "ARCSINH", "ARCCOSH", "ARCTANH", "EXP", "LOG", "SQRT", "CBRT",
    "CEIL", "FLOOR", "ABS", "RINT", "BIT_COUNT", "BIT_INVERT", "NOT"
  };

  /** From here on x² + 1 equals x². */
  private static final double LARGE = 1e9;

  private static final double LN_2 = Math.log(2);
  static final int EXP = 12;
  static final int CEIL = 16;
  static final int FLOOR = 17;
  static final int ABS = 18;
  static final int RINT = 19;
  static final int BIT_COUNT = 20;
  static final int BIT_INVERT = 21;
  static final int NOT = 22;

  /** Applies an operator by cuDF's number, which differs between versions. */
  public static Vec unaryOperation(Vec vec, int op) {
    String name = CudfClasses.constant("ai.rapids.cudf.UnaryOp", op);
    int number = Arrays.asList(NAMES).indexOf(name);
    Refused.when(number < 0, "the unary operator " + name);
    return apply(vec, number);
  }

  /** Applies an operator by the emulator's number. */
  static Vec apply(Vec vec, int op) {
    CudfClasses.expects(op >= 0 && op < NAMES.length, "Unsupported unary operator " + op);
    if (vec.type.isDecimal()) {
      return decimal(vec, op);
    }
    boolean supported =
        switch (op) {
          case RINT -> vec.type.isFloat();
          case BIT_COUNT, BIT_INVERT -> vec.type.isIntegral() || vec.type.isBool();
          default -> vec.type.isNumeric();
        };
    CudfClasses.expects(
        supported, "Unsupported data type for this operation: " + NAMES[op] + " of " + vec.type);
    FixedVec in = (FixedVec) vec;
    Type out = op == NOT ? Type.of(Type.BOOL8) : op == BIT_COUNT ? Type.of(Type.INT32) : vec.type;
    LongUnaryOperator f = op >= ABS && op != RINT ? bits(op, vec.type) : real(op, vec.type);
    return in.map(out, f);
  }

  private static LongUnaryOperator bits(int op, Type type) {
    int id = type.id();
    return switch (op) {
      case ABS ->
          type.isFloat()
              ? v -> FixedVec.bits(type, Math.abs(FixedVec.toDouble(type, v)))
              : type.isUnsigned() || type.isBool() ? v -> v : v -> Cpp.wrap(id, Math.abs(v));
      case BIT_COUNT -> {
        long mask = type.width() == 8 ? -1L : (1L << type.width() * 8) - 1;
        yield v -> Long.bitCount(v & mask);
      }
      case BIT_INVERT -> v -> Cpp.wrap(id, ~v);
      default -> v -> (type.isFloat() ? FixedVec.toDouble(type, v) == 0 : v == 0) ? 1 : 0;
    };
  }

  private static LongUnaryOperator real(int op, Type type) {
    DoubleUnaryOperator f = function(op);
    LongUnaryOperator store = Cpp.cast(Type.of(Type.FLOAT64), type);
    return v ->
        store.applyAsLong(Double.doubleToRawLongBits(f.applyAsDouble(FixedVec.toDouble(type, v))));
  }

  private static DoubleUnaryOperator function(int op) {
    return switch (op) {
      case 0 -> Math::sin;
      case 1 -> Math::cos;
      case 2 -> Math::tan;
      case 3 -> Math::asin;
      case 4 -> Math::acos;
      case 5 -> Math::atan;
      case 6 -> Math::sinh;
      case 7 -> Math::cosh;
      case 8 -> Math::tanh;
      case 9 -> Unary::asinh;
      case 10 -> Unary::acosh;
      case 11 -> x -> x == 0 ? x : 0.5 * (Math.log1p(x) - Math.log1p(-x));
      case EXP -> Math::exp;
      case 13 -> Math::log;
      case 14 -> Math::sqrt;
      case 15 -> Math::cbrt;
      case CEIL -> Math::ceil;
      case FLOOR -> Math::floor;
      default -> Math::rint;
    };
  }

  private static double acosh(double x) {
    return x < 1 ? Double.NaN : x > LARGE ? Math.log(x) + LN_2 : Math.log(x + Math.sqrt(x * x - 1));
  }

  private static double asinh(double value) {
    double x = Math.abs(value);
    double square = x * x;
    double result =
        x > LARGE ? Math.log(x) + LN_2 : Math.log1p(x + square / (1 + Math.sqrt(square + 1)));
    return Math.copySign(result, value);
  }

  private static Vec decimal(Vec vec, int op) {
    CudfClasses.expects(
        op == CEIL || op == FLOOR || op == ABS,
        "Unsupported fixed_point unary operation " + NAMES[op]);
    if (op != ABS && vec.type.scale() >= 0) {
      return vec;
    }
    if (op == ABS) {
      return Decimals.map(vec, vec.type, BigInteger::abs);
    }
    RoundingMode mode = op == CEIL ? RoundingMode.CEILING : RoundingMode.FLOOR;
    int places = -vec.type.scale();
    return Decimals.map(
        vec,
        vec.type,
        v -> new BigDecimal(v, places).setScale(0, mode).setScale(places).unscaledValue());
  }

  /** Returns whether each value is, or is not, NaN. A null is not; the result has no nulls. */
  @Native(value = "isNanNative", with = "true")
  @Native(value = "isNotNanNative", with = "false")
  public static FixedVec isNan(Vec vec, boolean nan) {
    CudfClasses.expects(
        vec.type.isFloat(), "NAN is not supported in a Non-floating point type column");
    return FixedVec.bools(vec.size, i -> (!vec.isNull(i) && vec.isNan(i)) == nan, null);
  }
}
