package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.agent.Natives;
import io.github.rapidsudfs.emulator.agent.OfScalar;
import io.github.rapidsudfs.emulator.column.Column;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.Read;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Valid;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.column.WideVec;
import io.github.rapidsudfs.emulator.memory.Cudf;
import io.github.rapidsudfs.emulator.memory.Refused;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Reductions of columns and of their segments, and scans. */
@Natives("ai.rapids.cudf.ColumnView")
public final class Reduce {
  private Reduce() {}

  /**
   * A result for each segment. Nulls are skipped, and a segment without a value is null; where
   * nulls are included a segment with a null is null, and so is an empty one.
   */
  public static Vec segmentedReduce(
      Column column, Vec offsets, Aggregate.Kind kind, boolean includeNulls, Type out) {
    Cudf.expects(offsets.type.id() == Type.INT32, "Input offsets column must be INT32");
    Cudf.expects(
        !column.type.isNested(), "Segmented reductions of lists and structs are not supported");
    Vec vec = Read.vec(column);
    requireNoSpan(vec, kind);
    return segments(vec, ((FixedVec) offsets).toInts(), kind, includeNulls, out);
  }

  static Vec segments(Vec vec, int[] offsets, Aggregate.Kind kind, boolean includeNulls, Type out) {
    int rows = Math.max(0, offsets.length - 1);
    boolean[] valid = new boolean[rows];
    long[] bits = new long[rows];
    BigInteger[] wide = new BigInteger[rows];
    boolean isWide = vec instanceof WideVec && kind.id() == Aggregate.SUM;
    if (isWide) {
      Cudf.expects(out.id() == vec.type.id(), "Output type must be same as input column type.");
    }
    if (vec.type.isDecimal()
        && (kind.id() == Aggregate.PRODUCT || kind.id() == Aggregate.SUM_OF_SQUARES)) {
      throw new Refused(kind + " of " + vec.type);
    }
    Aggregate.Fold fold = isWide ? null : Aggregate.fold(kind, vec, out);
    for (int i = 0; i < rows; i++) {
      int values = 0;
      for (int k = offsets[i]; k < offsets[i + 1]; k++) {
        values += vec.isNull(k) ? 0 : 1;
      }
      int length = offsets[i + 1] - offsets[i];
      valid[i] = length > 0 && (includeNulls ? values == length : values > 0);
      if (isWide) {
        wide[i] = Aggregate.wideSum((WideVec) vec, offsets[i], offsets[i + 1], k -> !vec.isNull(k));
        continue;
      }
      long state = fold.start();
      for (int k = offsets[i]; valid[i] && k < offsets[i + 1]; k++) {
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
   * One row: the reduction of a column. Nulls are skipped; without values the result is null, but
   * ANY, ALL and counts are not.
   */
  @OfScalar
  public static Vec reduce(Vec vec, Aggregate.Kind kind, Type out) {
    if (kind.id() == Aggregate.COUNT) {
      long count = kind.includeNulls() ? vec.size : vec.size - vec.nullCount();
      return new FixedVec(
          out, new long[] {Numbers.cast(Type.of(Type.INT64), out).applyAsLong(count)}, null);
    }
    if (kind.id() == Aggregate.NTH_ELEMENT) {
      return nth(vec, kind);
    }
    if (kind.id() == Aggregate.NUNIQUE || kind.id() > Aggregate.STD) {
      throw new Refused("the reduction by " + kind);
    }
    requireNoSpan(vec, kind);
    if (kind.id() == Aggregate.MAX && vec.type.isFloat() && vec.type.equals(out)) {
      return greatest(vec, new int[] {0, vec.size});
    }
    Vec result = segments(vec, new int[] {0, vec.size}, kind, false, out);
    boolean logical = kind.id() == Aggregate.ANY || kind.id() == Aggregate.ALL;
    if (logical && result.isNull(0)) {
      return FixedVec.bools(new boolean[] {kind.id() == Aggregate.ALL}, null);
    }
    return result;
  }

  /** Raises cuDF's error for sums of durations, which only groups and scans have. */
  private static void requireNoSpan(Vec vec, Aggregate.Kind kind) {
    Cudf.expects(
        !vec.type.isDuration() || Aggregate.picksRow(kind), "Unsupported reduction operator");
  }

  /**
   * The greatest value of each segment; where there is a NaN it is that, one of the answers that a
   * GPU may give. The plugin looks for NaNs by itself and takes this for segments without.
   */
  static Vec greatest(Vec vec, int[] offsets) {
    int[] best = new int[Math.max(0, offsets.length - 1)];
    for (int i = 0; i < best.length; i++) {
      best[i] = -1;
      for (int k = offsets[i]; k < offsets[i + 1]; k++) {
        if (!vec.isNull(k) && (best[i] < 0 || vec.compare(k, vec, best[i]) > 0)) {
          best[i] = k;
        }
      }
    }
    return vec.gather(best);
  }

  /** One row by its number, negative from the end; nulls do not count where they are excluded. */
  private static Vec nth(Vec vec, Aggregate.Kind kind) {
    int[] rows =
        IntStream.range(0, vec.size).filter(i -> kind.includeNulls() || !vec.isNull(i)).toArray();
    int n = kind.parameter() < 0 ? rows.length + kind.parameter() : kind.parameter();
    Cudf.expects(n >= 0 && n < rows.length, "Index out of bounds");
    return vec.gather(new int[] {rows[n]});
  }

  /**
   * A running reduction. Where nulls are excluded they stay null and are skipped; where they are
   * included everything from the first null on is null. An exclusive scan starts with the identity.
   */
  public static Vec scan(Vec vec, Aggregate.Kind kind, boolean inclusive, boolean includeNulls) {
    if (vec instanceof WideVec wide && kind.id() == Aggregate.SUM && !includeNulls) {
      return wideScan(wide, inclusive);
    }
    boolean sums = kind.id() == Aggregate.SUM || kind.id() == Aggregate.PRODUCT;
    if (!(vec instanceof FixedVec fixed)
        || !(sums || Aggregate.picksRow(kind))
        || (!inclusive && !sums)) {
      throw new Refused(
          (inclusive ? "the" : "the exclusive") + " scan by " + kind + " of " + vec.type);
    }
    if (vec.type.isDecimal() && kind.id() == Aggregate.PRODUCT) {
      throw Cudf.error("decimal scan by PRODUCT is not supported");
    }
    Aggregate.Fold fold = Aggregate.fold(kind, vec, vec.type);
    long state = fold.start();
    long[] result = new long[vec.size];
    boolean[] valid = Valid.all(vec.size);
    boolean ended = false;
    for (int i = 0; i < vec.size; i++) {
      boolean before = ended;
      ended |= includeNulls && vec.isNull(i);
      valid[i] = includeNulls ? !(inclusive ? ended : before) : !vec.isNull(i);
      long exclusive = state;
      state = vec.isNull(i) ? state : fold.add(state, i);
      if (valid[i]) {
        long bits = fold.bits(inclusive ? state : exclusive, i + 1);
        result[i] = Aggregate.picksRow(kind) ? fixed.values[(int) bits] : bits;
      }
    }
    return new FixedVec(vec.type, result, valid);
  }

  private static WideVec wideScan(WideVec vec, boolean inclusive) {
    BigInteger[] result = new BigInteger[vec.size];
    boolean[] valid = Valid.all(vec.size);
    BigInteger state = BigInteger.ZERO;
    for (int i = 0; i < vec.size; i++) {
      BigInteger exclusive = state;
      valid[i] = !vec.isNull(i);
      state = valid[i] ? state.add(vec.get(i)) : state;
      result[i] = inclusive ? state : exclusive;
    }
    return WideVec.of(vec.type, result, valid);
  }
}
