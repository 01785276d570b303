// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.binding.Native;
import io.github.rapidsudfs.emulator.binding.OfScalar;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.ListVec;
import io.github.rapidsudfs.emulator.column.StringVec;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.column.VecHandles;
import io.github.rapidsudfs.emulator.column.WideVec;
import io.github.rapidsudfs.emulator.memory.CudfClasses;
import io.github.rapidsudfs.emulator.memory.Refused;

/**
 * Columns created from scalars: empty ones, and {@code cudf::sequence} and {@code
 * cudf::lists::sequences}, with an optional step, whose handle is 0 if absent.
 */
public final class Fill {
  /** {@code size} rows: start, start + step, and so on. The default step is one. */
  @Native("ai.rapids.cudf.ColumnVector.sequence")
  public static FixedVec sequence(@OfScalar Vec start, long optionalStep, int size) {
    Vec step = optionalStep == 0 ? null : VecHandles.scalarVec(optionalStep);
    CudfClasses.expects(size >= 0, "size must be >= 0");
    CudfClasses.expects(
        start.type.isNumeric() && !start.type.isBool(), "Input scalar types must be numeric");
    CudfClasses.expects(
        step == null || step.type.equals(start.type), "init and step must be of the same type.");
    CudfClasses.expects(
        !start.isNull(0) && (step == null || !step.isNull(0)),
        "init and step scalars must be valid");
    Type type = start.type;
    long first = ((FixedVec) start).values[0];
    long by = step == null ? one(type) : ((FixedVec) step).values[0];
    return FixedVec.longs(type, size, i -> term(type, first, by, i), null);
  }

  private static long one(Type type) {
    return type.isFloat() ? FixedVec.bits(type, 1) : 1;
  }

  private static long term(Type type, long start, long step, int i) {
    if (type.id() == Type.FLOAT32) {
      // the device uses a fused multiply-add in single precision
      float value =
          Math.fma((float) i, Float.intBitsToFloat((int) step), Float.intBitsToFloat((int) start));
      return Float.floatToRawIntBits(value);
    }
    if (type.isFloat()) {
      return FixedVec.bits(
          type,
          Math.fma((double) i, FixedVec.toDouble(type, step), FixedVec.toDouble(type, start)));
    }
    return Cpp.wrap(type.id(), start + step * i);
  }

  /** A list for each row: size[i] terms from start[i], with step[i] or one. */
  @Native("ai.rapids.cudf.ColumnVector.sequences")
  public static ListVec sequences(Vec start, Vec sizes, long optionalStep) {
    Vec step = optionalStep == 0 ? null : VecHandles.vec(optionalStep);
    CudfClasses.expects(
        sizes.type.isIntegral() && start.type.isNumeric() && !start.type.isBool(),
        "Unsupported types for sequences");
    CudfClasses.expects(
        sizes.nullCount() == 0 && start.nullCount() == 0,
        "starts and sizes input columns must not have nulls.");
    CudfClasses.expects(
        step == null || (step.type.equals(start.type) && step.nullCount() == 0),
        "starts and steps input columns must have the same type, without nulls.");
    CudfClasses.expects(
        start.size == sizes.size && (step == null || step.size == sizes.size),
        "starts, sizes and steps input columns must have the same number of rows.");
    int[] offsets = new int[sizes.size + 1];
    for (int i = 0; i < sizes.size; i++) {
      long size = ((FixedVec) sizes).values[i];
      CudfClasses.expects(size >= 0, "sequences sizes must not be negative");
      offsets[i + 1] = Math.addExact(offsets[i], (int) size);
    }
    long[] values = new long[offsets[sizes.size]];
    for (int row = 0; row < sizes.size; row++) {
      for (int k = offsets[row]; k < offsets[row + 1]; k++) {
        long by = step == null ? one(start.type) : ((FixedVec) step).values[row];
        values[k] = term(start.type, ((FixedVec) start).values[row], by, k - offsets[row]);
      }
    }
    return new ListVec(offsets, new FixedVec(start.type, values, null), null);
  }

  /** An empty column of a type that is not nested. */
  @Native("ai.rapids.cudf.ColumnVector.makeEmptyCudfColumn")
  public static Vec empty(Type type) {
    if (type.isString()) {
      return new StringVec(new byte[0], new int[1], null);
    }
    if (type.id() == Type.DECIMAL128) {
      return new WideVec(type, new long[0], new long[0], null);
    }
    Refused.when(!type.isFixedWidth(), "an empty column of type " + type);
    return new FixedVec(type, new long[0], null);
  }
}
