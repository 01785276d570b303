package io.github.rapidsudfs.host.natives;

import static io.github.rapidsudfs.host.natives.Io.out;
import static io.github.rapidsudfs.host.natives.Io.scalarVec;
import static io.github.rapidsudfs.host.natives.Io.strings;
import static io.github.rapidsudfs.host.natives.Io.type;
import static io.github.rapidsudfs.host.natives.Io.vec;
import static io.github.rapidsudfs.host.natives.Io.vecs;

import io.github.rapidsudfs.host.agent.Bookkeeping;
import io.github.rapidsudfs.host.agent.Natives;
import io.github.rapidsudfs.host.column.Type;
import io.github.rapidsudfs.host.column.Vec;
import io.github.rapidsudfs.host.kernels.Casts;
import io.github.rapidsudfs.host.kernels.Clamp;
import io.github.rapidsudfs.host.kernels.Dates;
import io.github.rapidsudfs.host.kernels.Nulls;
import io.github.rapidsudfs.host.kernels.Replacing;
import io.github.rapidsudfs.host.kernels.Rounding;
import io.github.rapidsudfs.host.kernels.StringCasts;
import io.github.rapidsudfs.host.kernels.Unary;
import io.github.rapidsudfs.host.memory.Cudf;

/** Operators of one operand: functions, casts, nulls and dates. */
@Natives("ai.rapids.cudf.ColumnView")
public final class Elementwise {
  private static final int BITWISE_AND = 16;
  private static final int BITWISE_OR = 17;

  private Elementwise() {}

  public static long unaryOperation(long view, int op) {
    return out(Unary.apply(vec(view), UnaryIds.of(op)));
  }

  public static long castTo(long view, int type, int scale) {
    return out(Casts.apply(vec(view), type(type, scale)));
  }

  public static long byteListCast(long view, boolean bigEndian) {
    return out(Casts.bytes(vec(view), bigEndian));
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

  @Bookkeeping
  public static boolean hasNonEmptyNulls(long view) {
    return Nulls.hasNonEmpty(Io.column(view));
  }

  public static long purgeNonEmptyNulls(long view) {
    return out(Nulls.purge(vec(view)));
  }

  public static long isNanNative(long view) {
    return out(Unary.isNan(vec(view), true));
  }

  public static long isNotNanNative(long view) {
    return out(Unary.isNan(vec(view), false));
  }

  public static long nansToNulls(long view) {
    return out(Nulls.nansToNulls(vec(view)));
  }

  public static long normalizeNANsAndZeros(long view) {
    return out(Nulls.normalize(vec(view)));
  }

  public static long replaceNullsScalar(long view, long scalar) {
    return out(Nulls.replace(vec(view), scalarVec(scalar), true));
  }

  public static long replaceNullsColumn(long view, long other) {
    return out(Nulls.replace(vec(view), vec(other), false));
  }

  public static long replaceNullsPolicy(long view, boolean preceding) {
    return out(Nulls.fill(vec(view), preceding));
  }

  public static long clamper(long view, long low, long lowReplacement, long high, long highReplacement) {
    return out(Clamp.apply(
        vec(view), scalarVec(low), scalarVec(lowReplacement), scalarVec(high), scalarVec(highReplacement)));
  }

  public static long round(long view, int places, int mode) {
    return out(Rounding.round(vec(view), places, mode));
  }

  public static long findAndReplaceAll(long olds, long news, long view) {
    return out(Replacing.all(vec(view), vec(olds), vec(news)));
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

  public static long extractDateTimeComponent(long view, int component) {
    return out(Dates.component(vec(view), component));
  }

  public static long addCalendricalMonths(long view, long months) {
    return out(Dates.addMonths(vec(view), vec(months), false));
  }

  public static long addScalarCalendricalMonths(long view, long months) {
    return out(Dates.addMonths(vec(view), scalarVec(months), true));
  }

  public static long lastDayOfMonth(long view) {
    return out(Dates.lastDayOfMonth(vec(view)));
  }

  public static long dayOfYear(long view) {
    return out(Dates.dayOfYear(vec(view)));
  }

  public static long quarterOfYear(long view) {
    return out(Dates.quarter(vec(view)));
  }

  public static long daysInMonth(long view) {
    return out(Dates.daysInMonth(vec(view)));
  }

  public static long isLeapYear(long view) {
    return out(Dates.isLeapYear(vec(view)));
  }

  public static long dateTimeFloor(long view, int frequency) {
    return out(Dates.round(vec(view), frequency, -1));
  }

  public static long dateTimeCeil(long view, int frequency) {
    return out(Dates.round(vec(view), frequency, 1));
  }
}
