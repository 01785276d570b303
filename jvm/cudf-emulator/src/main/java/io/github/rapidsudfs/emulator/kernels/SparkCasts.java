// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.binding.Native;
import io.github.rapidsudfs.emulator.binding.Natives;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.StringVec;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Valid;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.memory.CudfClasses;
import io.github.rapidsudfs.emulator.memory.Refused;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The plugin's casts with Spark's meaning. */
@Natives("com.nvidia.spark.rapids.jni.CastStrings")
public final class SparkCasts {
  /** Casts strings to integers; null, or in ANSI mode an error, if invalid or out of range. */
  public static FixedVec toInteger(StringVec s, boolean ansi, boolean strip, int typeId) {
    Type type = Type.of(typeId);
    CudfClasses.expects(type.isIntegral(), "Invalid integer column type");
    Refused.offset();
    String spaces = strip ? "[\\x00-\\x20]*+" : "";
    String sign = type.isUnsigned() ? "()" : "([+-]?)";
    String digits = ansi ? "([0-9]++)" : "(?=[0-9.])([0-9]*+)(?:\\.[0-9]*+)?";
    Pattern number = Pattern.compile(spaces + sign + digits + spaces);
    return s.orNull(
        type,
        i -> {
          Long value = parse(number.matcher(s.latin1(i)), type);
          if (ansi && value == null) {
            throw castError(s, i);
          }
          return value;
        });
  }

  /** ANSI mode's error for a string that cannot be cast. */
  static RuntimeException castError(StringVec s, int row) {
    return (RuntimeException)
        CudfClasses.make(
            "com.nvidia.spark.rapids.jni.CastException",
            new String(s.get(row), StandardCharsets.UTF_8),
            row);
  }

  /** ANSI mode's error for a number out of range. */
  static RuntimeException rowError(int row) {
    return (RuntimeException)
        CudfClasses.make("com.nvidia.spark.rapids.jni.ExceptionWithRowIndex", row);
  }

  private static Long parse(Matcher number, Type type) {
    if (!number.matches()) {
      return null;
    }
    // A point without digits is zero.
    BigInteger value = new BigInteger(number.group(1) + "0" + number.group(2));
    int bits = type.width() * 8;
    return value.bitLength() < (type.isUnsigned() ? bits + 1 : bits) ? value.longValue() : null;
  }

  /** Decimals in the format of {@code java.math.BigDecimal}. */
  public static StringVec fromDecimal(Vec vec) {
    CudfClasses.expects(
        vec.type.isDecimal(), "Values for decimal to string function must be a decimal type.");
    return vec.texts(12, i -> new BigDecimal(Decimals.value(vec, i), -vec.type.scale()).toString());
  }

  /** Products. Overflow is null in try mode, an error in ANSI mode, and else wraps. */
  @Native("com.nvidia.spark.rapids.jni.Arithmetic.multiply")
  public static FixedVec multiply(
      Operand left,
      boolean leftIsColumn,
      Operand right,
      boolean rightIsColumn,
      boolean ansi,
      boolean tryMode) {
    CudfClasses.expects(
        leftIsColumn || rightIsColumn, "Unsupported: Both left and right are scalars");
    Type type = left.vec().type;
    CudfClasses.expects(
        type.equals(right.vec().type) && type.isNumeric(),
        "multiply needs two inputs of one numeric type");
    FixedVec product = (FixedVec) Binary.apply(left, right, BinaryOperator.MUL, type);
    if ((!ansi && !tryMode) || type.isFloat()) {
      return product;
    }
    boolean[] valid = product.valid == null ? Valid.all(product.size) : product.valid.clone();
    for (int i = 0; i < product.size; i++) {
      long x = ((FixedVec) left.vec()).values[left.row(i)];
      long y = ((FixedVec) right.vec()).values[right.row(i)];
      long high = Math.multiplyHigh(x, y);
      long low = x * y;
      boolean overflows = high != low >> 63 || Cpp.wrap(type.id(), low) != low;
      if (valid[i] && overflows) {
        if (ansi) {
          throw rowError(i);
        }
        valid[i] = false;
      }
    }
    return product.with(valid);
  }
}
