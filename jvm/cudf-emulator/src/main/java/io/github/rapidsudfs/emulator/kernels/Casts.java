// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.binding.Natives;
import io.github.rapidsudfs.emulator.column.Column;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.ListVec;
import io.github.rapidsudfs.emulator.column.OwnedColumn;
import io.github.rapidsudfs.emulator.column.Read;
import io.github.rapidsudfs.emulator.column.StringVec;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.column.Write;
import io.github.rapidsudfs.emulator.memory.CudfClasses;
import io.github.rapidsudfs.emulator.memory.Refused;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.function.LongUnaryOperator;

/** {@code ColumnView.castTo}: libcudf's casts, which neither check nor round. */
@Natives("ai.rapids.cudf.ColumnView")
public final class Casts {
  public static Vec castTo(Vec vec, Type to) {
    Type from = vec.type;
    if (from.equals(to)) {
      return vec;
    }
    if (to.isString()) {
      return StringCasts.toStrings(vec);
    }
    if (from.isString()) {
      return StringCasts.fromStrings((StringVec) vec, to);
    }
    CudfClasses.expects(
        from.isFixedWidth() && to.isFixedWidth(),
        "Column type must be numeric or chrono or decimal32/64/128, not " + from + " to " + to);
    if (from.isDecimal() || to.isDecimal()) {
      return decimal(vec, to);
    }
    FixedVec in = (FixedVec) vec;
    if (from.isChrono() || to.isChrono()) {
      return chrono(in, to);
    }
    if (!from.isFloat() && !to.isFloat()) {
      long[] values = in.values.clone();
      NumericLoops.wrap(to.id(), values);
      return new FixedVec(to, values, in.valid);
    }
    return each(in, to, Cpp.cast(from, to));
  }

  /** Zero under nulls, where values are unspecified and may be out of the range of a cast. */
  private static FixedVec each(FixedVec in, Type to, LongUnaryOperator f) {
    return in.longs(to, i -> in.isNull(i) ? 0 : f.applyAsLong(in.values[i]));
  }

  private static FixedVec chrono(FixedVec in, Type to) {
    Type from = in.type;
    if (to.isTimestamp() && from.isNumeric()) {
      boolean days = to.id() == Type.TIMESTAMP_DAYS;
      CudfClasses.requires(
          from.id() == (days ? Type.INT32 : Type.INT64),
          days
              ? "Numeric cast to TIMESTAMP_DAYS requires INT32"
              : "Numeric cast to non-day timestamp requires INT64");
      Refused.offset(" (bitCastTo keeps it)");
      return in.as(to);
    }
    if (to.isNumeric()) {
      if (from.isTimestamp()) {
        Refused.offset(" (bitCastTo keeps it)");
      }
      Type counts = Type.of(from.width() == 4 ? Type.INT32 : Type.INT64);
      return each(in, to, Cpp.cast(counts, to));
    }
    if (from.isNumeric()) {
      return each(in, to, Cpp.cast(from, Type.of(to.width() == 4 ? Type.INT32 : Type.INT64)));
    }
    long a = from.ticksPerDay();
    long b = to.ticksPerDay();
    return each(
        in,
        to,
        a <= b
            ? v -> Cpp.wrap(to.id(), v * (b / a))
            : v -> Cpp.wrap(to.id(), Math.floorDiv(v, a / b)));
  }

  private static Vec decimal(Vec vec, Type to) {
    Type from = vec.type;
    if (from.isDecimal() && to.isDecimal()) {
      return betweenDecimals(vec, to);
    }
    if (from.isDecimal() && to.isNumeric()) {
      return fromDecimal(vec, to);
    }
    CudfClasses.expects(
        from.isNumeric(),
        "Currently only decimal32/64/128 to floating point/integral is supported");
    FixedVec in = (FixedVec) vec;
    if (from.isFloat()) {
      return Decimals.of(to, vec, i -> FloatStrings.unscaled(in, i, to));
    }
    if (to.id() != Type.DECIMAL128
        && from.id() != Type.UINT64
        && to.scale() <= 0
        && -to.scale() <= (to.id() == Type.DECIMAL32 ? 9 : 18)) {
      // truncated to the decimal's width, then scaled with wrapping
      Vec cut = each(in, new Type(to.id(), 0), v -> Cpp.wrap(to.id(), v));
      return Decimals.rescale(cut, to.scale());
    }
    BigInteger factor = Decimals.power(Math.abs(to.scale()));
    return Decimals.map(
        vec,
        to,
        number -> {
          boolean wraps = from.id() == Type.UINT64 && number.signum() < 0;
          BigInteger value = wraps ? number.add(BigInteger.ONE.shiftLeft(64)) : number;
          // the number is truncated to the decimal's width before it is scaled
          BigInteger cut = Decimals.value(Decimals.of(to, new BigInteger[] {value}, null), 0);
          return to.scale() <= 0 ? cut.multiply(factor) : cut.divide(factor);
        });
  }

  /** Casts between decimals: widens, rescales (fewer places truncate), narrows. */
  private static Vec betweenDecimals(Vec vec, Type to) {
    boolean widens = vec.type.width() < to.width();
    Vec wide = widens ? Decimals.widthTo(vec, to) : vec;
    if (to.scale() - wide.type.scale() > Decimals.digits(wide.type)) {
      return Decimals.map(vec, to, value -> BigInteger.ZERO);
    }
    return Decimals.widthTo(Decimals.rescale(wide, to.scale()), to);
  }

  private static FixedVec fromDecimal(Vec vec, Type to) {
    int scale = vec.type.scale();
    BigInteger factor = Decimals.power(Math.abs(scale));
    return vec.longs(
        to,
        i -> {
          if (vec.isNull(i)) {
            return 0;
          }
          BigInteger value = Decimals.value(vec, i);
          if (to.isBool()) {
            return value.signum() == 0 ? 0 : 1;
          }
          if (to.isFloat()) {
            BigDecimal number = new BigDecimal(value, -scale);
            return to.id() == Type.FLOAT32
                ? Float.floatToRawIntBits(number.floatValue())
                : Double.doubleToRawLongBits(number.doubleValue());
          }
          BigInteger whole = scale <= 0 ? value.divide(factor) : value.multiply(factor);
          return Cpp.wrap(to.id(), whole.longValue());
        });
  }

  /**
   * The bytes of each number or string as a list of UINT8, most significant first if {@code
   * bigEndian}. The child for a slice of strings has as many rows as the whole column has bytes,
   * but memory for the slice's bytes only.
   */
  public static OwnedColumn byteListCast(Column column, boolean bigEndian) {
    Vec vec = Read.vec(column);
    if (!(vec instanceof StringVec strings)) {
      return Write.column(bytesOfNumbers(vec, bigEndian));
    }
    OwnedColumn lists = Write.column(StringKernels.byteLists(strings));
    boolean some = column.data != null && vec.nullCount() < vec.size;
    return some
        ? new OwnedColumn(lists.view().withChildOf((int) column.data.length()), lists.owned())
        : lists;
  }

  private static Vec bytesOfNumbers(Vec vec, boolean bigEndian) {
    CudfClasses.expects(
        vec.type.isIntegral() || vec.type.isFloat(), "Unsupported type for byte_cast: " + vec.type);
    int width = vec.type.width();
    long[] bytes = new long[vec.size * width];
    int[] offsets = new int[vec.size + 1];
    for (int i = 0; i < vec.size; i++) {
      for (int k = 0; k < width; k++) {
        int shift = 8 * (bigEndian ? width - 1 - k : k);
        bytes[i * width + k] = ((FixedVec) vec).values[i] >> shift & 0xFF;
      }
      offsets[i + 1] = (i + 1) * width;
    }
    return new ListVec(offsets, new FixedVec(Type.of(Type.UINT8), bytes, null), vec.valid)
        .sanitized();
  }
}
