// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.binding.Natives;
import io.github.rapidsudfs.emulator.binding.OfScalar;
import io.github.rapidsudfs.emulator.column.Column;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.ListVec;
import io.github.rapidsudfs.emulator.column.Read;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Valid;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.column.WideVec;
import io.github.rapidsudfs.emulator.memory.CudfClasses;
import io.github.rapidsudfs.emulator.memory.Refused;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.function.IntPredicate;

/** Reductions of columns and of their segments, and scans. */
@Natives("ai.rapids.cudf.ColumnView")
public final class Reduce {
  /**
   * A result for each segment. Nulls are skipped, and a segment without a value is null. If nulls
   * are included, a segment with a null is null, and so is an empty one.
   */
  public static Vec segmentedReduce(
      Column column, Vec offsets, Aggregate.Kind kind, boolean includeNulls, Type out) {
    CudfClasses.expects(offsets.type.id() == Type.INT32, "Input offsets column must be INT32");
    CudfClasses.expects(
        !column.type.isNested(), "Segmented reductions of lists and structs are not supported");
    Vec vec = Read.vec(column);
    requireNoSpan(vec, kind);
    Segments segments = Segments.of(((FixedVec) offsets).toInts());
    if (kind.id() == Aggregate.MAX && vec.type.isFloat() && vec.type.equals(out)) {
      Vec best = greatest(vec, segments);
      IntPredicate full = i -> !best.isNull(i) && segments.values(i, vec) == segments.length(i);
      return includeNulls ? best.with(Valid.of(best.size, full)) : best;
    }
    return segments(vec, segments, kind, includeNulls, out);
  }

  static Vec segments(
      Vec vec, Segments segments, Aggregate.Kind kind, boolean includeNulls, Type out) {
    int rows = segments.count();
    boolean[] valid = new boolean[rows];
    long[] bits = new long[rows];
    BigInteger[] wide = new BigInteger[rows];
    boolean isWide = vec instanceof WideVec && kind.id() == Aggregate.SUM;
    if (isWide) {
      CudfClasses.expects(
          out.id() == vec.type.id(), "Output type must be same as input column type.");
    }
    Refused.when(
        vec.type.isDecimal()
            && (kind.id() == Aggregate.PRODUCT || kind.id() == Aggregate.SUM_OF_SQUARES),
        kind + " of " + vec.type);
    Aggregate.Fold fold = isWide ? null : Aggregate.fold(kind, vec, out);
    for (int i = 0; i < rows; i++) {
      int from = segments.starts()[i];
      int to = segments.ends()[i];
      int length = to - from;
      int values = segments.values(i, vec);
      valid[i] = length > 0 && (includeNulls ? values == length : values > 0);
      if (isWide) {
        wide[i] = Aggregate.wideSum((WideVec) vec, from, to, k -> !vec.isNull(k));
        continue;
      }
      long state = fold.start();
      for (int k = from; valid[i] && k < to; k++) {
        state = vec.isNull(k) ? state : fold.add(state, k);
      }
      bits[i] = valid[i] ? fold.bits(state, values) : -1;
    }
    if (isWide) {
      return WideVec.of(vec.type, wide, valid);
    }
    if (Aggregate.picksRow(kind)) {
      return vec.gather(Arrays.stream(bits).mapToInt(b -> (int) b).toArray());
    }
    for (int i = 0; i < rows; i++) {
      bits[i] = valid[i] ? bits[i] : 0;
    }
    return new FixedVec(out.isDecimal() ? vec.type : out, bits, valid);
  }

  /**
   * The reduction of a column, as one row. Nulls are skipped; without values the result is null,
   * except for ANY, ALL and counts.
   */
  @OfScalar
  public static Vec reduce(Vec vec, Aggregate.Kind kind, Type out) {
    Segments whole = Segments.whole(vec);
    if (kind.id() == Aggregate.COUNT) {
      long count = kind.includeNulls() ? vec.size : vec.size - vec.nullCount();
      return new FixedVec(
          out, new long[] {Cpp.cast(Type.of(Type.INT64), out).applyAsLong(count)}, null);
    }
    boolean logical = kind.id() == Aggregate.ANY || kind.id() == Aggregate.ALL;
    boolean listed = kind.id() == Aggregate.COLLECT_LIST || kind.id() == Aggregate.COLLECT_SET;
    boolean countsNulls = kind.id() == Aggregate.NUNIQUE && kind.includeNulls() && vec.size > 0;
    if (kind.id() == Aggregate.SUM_OVERFLOW) {
      return Statistics.sumOverflow(vec);
    }
    if (vec.nullCount() == vec.size && !logical && !countsNulls) {
      CudfClasses.expects(
          vec.size > 0 || vec.type.id() != Type.STRUCT || !vec.type.equals(out) || listed,
          "a struct scalar cannot be made of no rows");
      Vec none = vec.gather(new int[] {-1});
      return listed
          ? new ListVec(new int[2], vec.gather(new int[0]), Valid.none(1))
          : vec.type.id() == out.id() ? none : Decimals.of(out, new BigInteger[1], Valid.none(1));
    }
    if (Aggregate.picksRow(kind)) {
      refuseListsAtOffsets(vec);
    }
    boolean quantile = kind.id() == Aggregate.MEDIAN || kind.id() == Aggregate.QUANTILE;
    Refused.when(
        quantile && vec.type.isDecimal(),
        kind + " of " + vec.type + ", which libcudf does not scale,");
    switch (kind.id()) {
      case Aggregate.NTH_ELEMENT:
        return nth(vec, kind);
      case Aggregate.NUNIQUE:
        return Statistics.distinct(vec, whole, kind.includeNulls()).as(out);
      case Aggregate.ARGMAX, Aggregate.ARGMIN:
        refuseListsAtOffsets(vec);
        return FixedVec.ints(Statistics.extremes(vec, whole, kind.id() == Aggregate.ARGMAX), null);
      case Aggregate.VARIANCE, Aggregate.STD:
        CudfClasses.expects(vec.type.isNumeric(), kind + " of " + vec.type + " is not supported");
        return Casts.castTo(Statistics.exactSpread(vec, whole, kind), out);
      default:
        if (kind.id() > Aggregate.STD) {
          Vec result = Statistics.common(vec, whole, kind);
          return quantile ? Casts.castTo(result, out) : result;
        }
    }
    requireNoSpan(vec, kind);
    if (kind.id() == Aggregate.MAX && vec.type.isFloat() && vec.type.equals(out)) {
      return greatest(vec, whole);
    }
    Vec result = segments(vec, whole, kind, false, out);
    if (logical && result.isNull(0)) {
      return FixedVec.bools(new boolean[] {kind.id() == Aggregate.ALL}, null);
    }
    return result;
  }

  /** Raises cuDF's error for sums of durations, which only groups and scans have. */
  private static void requireNoSpan(Vec vec, Aggregate.Kind kind) {
    CudfClasses.expects(
        !vec.type.isDuration() || Aggregate.picksRow(kind), "Unsupported reduction operator");
  }

  /**
   * The greatest value of each segment, or NaN if it has one, which is one of a GPU's possible
   * results. The plugin handles NaNs separately and uses this for segments without NaNs.
   */
  static Vec greatest(Vec vec, Segments segments) {
    int[] best = new int[segments.count()];
    for (int i = 0; i < best.length; i++) {
      best[i] = -1;
      for (int k : segments.rows(i, vec, false)) {
        best[i] = best[i] < 0 || vec.compare(k, vec, best[i]) > 0 ? k : best[i];
      }
    }
    return vec.gather(best);
  }

  /** One row by its number, negative from the end; excluded nulls are not counted. */
  private static Vec nth(Vec vec, Aggregate.Kind kind) {
    int rows = kind.includeNulls() ? vec.size : vec.size - vec.nullCount();
    int n = kind.parameter();
    CudfClasses.expects(n < rows && n >= -rows, "Index out of bounds");
    return Statistics.nth(vec, Segments.whole(vec), kind);
  }

  private static void refuseListsAtOffsets(Vec vec) {
    if (vec.type.id() == Type.LIST) {
      Refused.offset();
    }
  }
}
