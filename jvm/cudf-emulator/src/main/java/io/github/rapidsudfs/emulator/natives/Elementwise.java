package io.github.rapidsudfs.emulator.natives;

import static io.github.rapidsudfs.emulator.natives.Io.out;
import static io.github.rapidsudfs.emulator.natives.Io.scalarVec;
import static io.github.rapidsudfs.emulator.natives.Io.strings;
import static io.github.rapidsudfs.emulator.natives.Io.type;
import static io.github.rapidsudfs.emulator.natives.Io.vec;
import static io.github.rapidsudfs.emulator.natives.Io.vecs;

import io.github.rapidsudfs.emulator.agent.Natives;
import io.github.rapidsudfs.emulator.agent.NotAKernel;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.kernels.Dates;
import io.github.rapidsudfs.emulator.kernels.Nulls;
import io.github.rapidsudfs.emulator.kernels.StringCasts;
import io.github.rapidsudfs.emulator.kernels.Unary;
import io.github.rapidsudfs.emulator.memory.Cudf;

/** Operators of one operand: functions, casts, nulls and dates. */
@Natives("ai.rapids.cudf.ColumnView")
public final class Elementwise {
  private static final int BITWISE_AND = 16;
  private static final int BITWISE_OR = 17;

  private Elementwise() {}

  public static long unaryOperation(long view, int op) {
    return out(Unary.apply(vec(view), Unary.number(Cudf.constant("ai.rapids.cudf.UnaryOp", op))));
  }

  public static long isInteger(long view) {
    return out(StringCasts.isInteger(strings(view), null));
  }

  public static long isIntegerWithType(long view, int type, int scale) {
    return out(StringCasts.isInteger(strings(view), Type.of(type)));
  }

  public static long isNullNative(long view) {
    return out(Nulls.isNull(vec(view), true));
  }

  public static long isNotNullNative(long view) {
    return out(Nulls.isNull(vec(view), false));
  }

  @NotAKernel
  public static boolean hasNonEmptyNulls(long view) {
    return Nulls.hasNonEmpty(Io.column(view));
  }

  public static long isNanNative(long view) {
    return out(Unary.isNan(vec(view), true));
  }

  public static long isNotNanNative(long view) {
    return out(Unary.isNan(vec(view), false));
  }

  public static long replaceNullsScalar(long view, long scalar) {
    return out(Nulls.replace(vec(view), scalarVec(scalar), true));
  }

  public static long replaceNullsColumn(long view, long other) {
    return out(Nulls.replace(vec(view), vec(other), false));
  }

  public static long bitwiseMergeAndSetValidity(long view, long[] others, int op) {
    if (op != BITWISE_AND && op != BITWISE_OR) {
      throw new IllegalArgumentException("Unsupported merge operation");
    }
    return out(Nulls.merge(vec(view), vecs(others), op == BITWISE_AND));
  }

  public static long getElement(long view, int index) {
    Vec vec = vec(view);
    Cudf.expects(index >= 0 && index < vec.size, "Index out of bounds");
    return Io.outScalar(vec.gather(new int[] {index}));
  }

  public static long addCalendricalMonths(long view, long months) {
    return out(Dates.addMonths(vec(view), vec(months), false));
  }

  public static long addScalarCalendricalMonths(long view, long months) {
    return out(Dates.addMonths(vec(view), scalarVec(months), true));
  }

  public static long dateTimeFloor(long view, int frequency) {
    return out(Dates.round(vec(view), frequency, false));
  }

  public static long dateTimeCeil(long view, int frequency) {
    return out(Dates.round(vec(view), frequency, true));
  }
}
