package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.agent.Native;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.StringVec;
import io.github.rapidsudfs.emulator.column.StringsOut;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Valid;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.memory.Cudf;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;

/** The plugin's casts with Spark's meaning. */
public final class SparkCasts {
  private SparkCasts() {}

  /**
   * Strings to whole numbers: what is not a decimal, or does not fit, is null, or an error in ANSI
   * mode.
   */
  @Native("com.nvidia.spark.rapids.jni.CastStrings.toInteger")
  public static FixedVec toInteger(StringVec s, boolean ansi, boolean strip, int typeId) {
    Type type = Type.of(typeId);
    Cudf.expects(type.isIntegral(), "Invalid integer column type");
    long[] result = new long[s.size];
    boolean[] valid = Valid.all(s.size);
    for (int i = 0; i < s.size; i++) {
      Long value = s.isNull(i) ? null : parse(s, i, ansi, strip, type);
      valid[i] = value != null;
      result[i] = value == null ? 0 : value;
      if (ansi && value == null && !s.isNull(i)) {
        throw castError(s, i);
      }
    }
    return new FixedVec(type, result, valid);
  }

  /** The error of ANSI mode for a string that is not of the wanted type. */
  static RuntimeException castError(StringVec s, int row) {
    return (RuntimeException)
        Cudf.make(
            "com.nvidia.spark.rapids.jni.CastException",
            new Class<?>[] {String.class, int.class},
            new String(s.get(row), StandardCharsets.UTF_8),
            row);
  }

  private static boolean isSpace(byte b) {
    return b >= 0 && b <= ' ';
  }

  private static Long parse(StringVec s, int row, boolean ansi, boolean strip, Type type) {
    int at = s.start(row);
    int end = s.end(row);
    while (strip && at < end && isSpace(s.bytes[at])) {
      at++;
    }
    boolean negative = false;
    if (!type.isUnsigned() && at < end && (s.bytes[at] == '+' || s.bytes[at] == '-')) {
      negative = s.bytes[at++] == '-';
    }
    if (at == end) {
      return null;
    }
    BigInteger value = BigInteger.ZERO;
    boolean fraction = false;
    boolean trailing = false;
    int first = at;
    for (; at < end; at++) {
      byte b = s.bytes[at];
      if (trailing && !isSpace(b)) {
        return null;
      }
      if (!fraction && b == '.' && !ansi) {
        fraction = true;
      } else if (b < '0' || b > '9') {
        if (!isSpace(b) || at == first || !strip) {
          return null;
        }
        trailing = true;
      } else if (!fraction) {
        value = value.multiply(BigInteger.TEN).add(BigInteger.valueOf(b - '0'));
      }
    }
    BigInteger signed = negative ? value.negate() : value;
    int bits = type.width() * 8;
    boolean fits =
        type.isUnsigned()
            ? signed.signum() >= 0 && signed.bitLength() <= bits
            : signed.bitLength() < bits;
    return fits ? signed.longValue() : null;
  }

  /** Decimals as {@code java.math.BigDecimal} writes them. */
  @Native("com.nvidia.spark.rapids.jni.CastStrings.fromDecimal")
  public static StringVec fromDecimal(Vec vec) {
    Cudf.expects(
        vec.type.isDecimal(), "Values for decimal to string function must be a decimal type.");
    return StringsOut.each(
        vec.size,
        vec.size * 12,
        vec.valid,
        (i, out) -> {
          out.add(new BigDecimal(Decimals.value(vec, i), -vec.type.scale()).toString());
        });
  }

  /**
   * A product; where it overflows null in try mode, an error with the row in ANSI mode, wrapped
   * otherwise.
   */
  @Native("com.nvidia.spark.rapids.jni.Arithmetic.multiply")
  public static FixedVec multiply(
      Operand left,
      boolean leftIsColumn,
      Operand right,
      boolean rightIsColumn,
      boolean ansi,
      boolean tryMode) {
    Cudf.expects(leftIsColumn || rightIsColumn, "Unsupported: Both left and right are scalars");
    Type type = left.vec().type;
    Cudf.expects(
        type.equals(right.vec().type) && type.isNumeric(),
        "multiply needs two inputs of one numeric type");
    FixedVec product = (FixedVec) Binary.apply(left, right, BinaryOp.MUL, type);
    if ((!ansi && !tryMode) || type.isFloat()) {
      return product;
    }
    boolean[] valid = product.valid == null ? Valid.all(product.size) : product.valid.clone();
    for (int i = 0; i < product.size; i++) {
      long x = ((FixedVec) left.vec()).values[left.row(i)];
      long y = ((FixedVec) right.vec()).values[right.row(i)];
      long high = Math.multiplyHigh(x, y);
      long low = x * y;
      boolean overflows = high != low >> 63 || Numbers.wrap(type.id(), low) != low;
      if (valid[i] && overflows) {
        if (ansi) {
          throw (RuntimeException)
              Cudf.make(
                  "com.nvidia.spark.rapids.jni.ExceptionWithRowIndex",
                  new Class<?>[] {int.class},
                  i);
        }
        valid[i] = false;
      }
    }
    return product.with(valid);
  }
}
