// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.column.WideVec;
import io.github.rapidsudfs.emulator.memory.CudfClasses;
import io.github.rapidsudfs.emulator.memory.Refused;
import java.math.BigInteger;
import java.util.function.IntBinaryOperator;

/**
 * Binary operators on decimals of the same width, or with integers, which are converted to its
 * width first. Operands are rescaled to the smaller scale (except for MUL and DIV), the result is
 * computed in that width with wrapping, then converted to the output's type by truncation.
 */
final class DecimalBinary {
  static Vec apply(Binary.Operands v, BinaryOperator op, Type out) {
    Type left = v.left().type;
    Type right = v.right().type;
    boolean supported =
        op.isComparison()
            || switch (op) {
              case ADD, SUB, MUL, DIV, NULL_MIN, NULL_MAX, MOD, PMOD, PYMOD -> true;
              default -> false;
            };
    CudfClasses.expects(supported, "Unsupported fixed_point binary operation " + op);
    if (!left.isDecimal() && !right.isDecimal()) {
      if (!isWhole(left) || !isWhole(right)) {
        throw Binary.unsupported(op, v, out);
      }
      Type whole = new Type(out.id(), 0);
      return apply(v.with(Casts.castTo(v.left(), whole), Casts.castTo(v.right(), whole)), op, out);
    }
    if (isWhole(left.isDecimal() ? right : left)) {
      Type whole = new Type(left.isDecimal() ? left.id() : right.id(), 0);
      return apply(v.with(decimal(v.left(), whole), decimal(v.right(), whole)), op, out);
    }
    Refused.when(!left.isDecimal() || !right.isDecimal(), op + " of " + left + " and " + right);
    if (left.id() != right.id() || !(out.isDecimal() || isWhole(out))) {
      throw Binary.unsupported(op, v, out);
    }
    boolean sameScale = op != BinaryOperator.MUL && op != BinaryOperator.DIV;
    int scale = Decimals.resultScale(op, left.scale(), right.scale());
    Vec a = sameScale ? Decimals.rescale(v.left(), scale) : v.left();
    Vec b = sameScale ? Decimals.rescale(v.right(), scale) : v.right();
    if (op.isComparison()) {
      return Binary.compare(v, op, (i, j) -> a.compare(i, b, j));
    }
    boolean[] valid = op.isExtreme() ? Binary.eitherValid(v) : Binary.validity(v);
    Type computed = new Type(left.id(), scale);
    Vec result =
        a instanceof WideVec
            ? wide(v, op, computed, (WideVec) a, (WideVec) b)
            : narrow(v, op, computed, (FixedVec) a, (FixedVec) b);
    Vec converted =
        out.isDecimal()
            ? Decimals.widthTo(Decimals.rescale(result, out.scale()), out)
            : Casts.castTo(result, out);
    return converted.with(valid);
  }

  /** Integers as decimals of scale 0. */
  private static Vec decimal(Vec vec, Type whole) {
    return vec.type.isDecimal() ? vec : Casts.castTo(vec, whole);
  }

  private static boolean isWhole(Type type) {
    return type.isIntegral() || type.isBool();
  }

  private static FixedVec narrow(
      Binary.Operands v, BinaryOperator op, Type type, FixedVec a, FixedVec b) {
    if (op.isExtreme()) {
      IntBinaryOperator order = (i, j) -> a.compare(i, b, j);
      return FixedVec.longs(
          type,
          v.rows(),
          i -> Binary.takesLeft(v, op, i, order) ? a.values[v.l(i)] : b.values[v.r(i)],
          null);
    }
    var f =
        NumberOperators.of(
            op, Type.of(type.id() == Type.DECIMAL32 ? Type.INT32 : Type.INT64), type);
    return FixedVec.longs(
        type, v.rows(), i -> f.applyAsLong(a.values[v.l(i)], b.values[v.r(i)]), null);
  }

  private static WideVec wide(
      Binary.Operands v, BinaryOperator op, Type type, WideVec a, WideVec b) {
    if (op == BinaryOperator.ADD || op == BinaryOperator.SUB) {
      return sum(v, type, a, b, op == BinaryOperator.SUB);
    }
    if ((op == BinaryOperator.MUL || op == BinaryOperator.DIV) && allLong(a) && allLong(b)) {
      return ofLongs(v, type, a, b, op == BinaryOperator.DIV);
    }
    BigInteger[] result = new BigInteger[v.rows()];
    for (int i = 0; i < result.length; i++) {
      BigInteger x = a.get(v.l(i));
      BigInteger y = b.get(v.r(i));
      boolean divides =
          op == BinaryOperator.DIV
              || op == BinaryOperator.MOD
              || op == BinaryOperator.PMOD
              || op == BinaryOperator.PYMOD;
      if (divides && y.signum() == 0) {
        result[i] = BigInteger.valueOf(NumberOperators.UNSPECIFIED);
        continue;
      }
      result[i] =
          switch (op) {
            case MUL -> x.multiply(y);
            case DIV -> x.divide(y);
            case MOD -> x.remainder(y);
            case PMOD ->
                x.remainder(y).signum() < 0 ? x.remainder(y).add(y).remainder(y) : x.remainder(y);
            case PYMOD -> x.remainder(y).add(y).remainder(y);
            default -> Binary.takesLeft(v, op, i, (k, n) -> a.compare(k, b, n)) ? x : y;
          };
    }
    return WideVec.of(type, result, null);
  }

  /** Sums or differences in 128 bits. */
  private static WideVec sum(Binary.Operands v, Type type, WideVec a, WideVec b, boolean subtract) {
    long[] low = new long[v.rows()];
    long[] high = new long[v.rows()];
    for (int i = 0; i < low.length; i++) {
      long x = a.low[v.l(i)];
      long y = b.low[v.r(i)];
      low[i] = subtract ? x - y : x + y;
      boolean carry =
          subtract ? Long.compareUnsigned(x, y) < 0 : Long.compareUnsigned(low[i], x) < 0;
      high[i] =
          subtract
              ? a.high[v.l(i)] - b.high[v.r(i)] - (carry ? 1 : 0)
              : a.high[v.l(i)] + b.high[v.r(i)] + (carry ? 1 : 0);
    }
    return new WideVec(type, low, high, null);
  }

  private static boolean allLong(WideVec vec) {
    for (int i = 0; i < vec.size; i++) {
      if (!vec.isLong(i)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Products, or quotients, of values that fit 64 bits each. Products fit 128 bits; of quotients
   * only 2^63, of the least value divided by -1, does not fit 64 bits.
   */
  private static WideVec ofLongs(
      Binary.Operands v, Type type, WideVec a, WideVec b, boolean divides) {
    long[] low = new long[v.rows()];
    long[] high = new long[v.rows()];
    for (int i = 0; i < low.length; i++) {
      long x = a.low[v.l(i)];
      long y = b.low[v.r(i)];
      if (divides) {
        low[i] = y == 0 ? NumberOperators.UNSPECIFIED : x / y;
        high[i] = x == Long.MIN_VALUE && y == -1 ? 0 : low[i] >> 63;
      } else {
        low[i] = x * y;
        high[i] = Math.multiplyHigh(x, y);
      }
    }
    return new WideVec(type, low, high, null);
  }
}
