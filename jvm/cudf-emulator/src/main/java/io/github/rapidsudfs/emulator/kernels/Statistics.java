// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.binding.Native;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.ListVec;
import io.github.rapidsudfs.emulator.column.StructVec;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.column.WideVec;
import io.github.rapidsudfs.emulator.memory.CudfClasses;
import io.github.rapidsudfs.emulator.memory.Refused;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** Aggregations of segments beyond sums and extremes. */
public final class Statistics {
  private static final Type FLOAT64 = Type.of(Type.FLOAT64);
  private static final Type INT64 = Type.of(Type.INT64);

  /** The mean of each segment, in the type of the sum if that is a decimal or a duration. */
  static Vec mean(Vec vec, Segments segments, Type sumType) {
    Aggregate.Kind sum = new Aggregate.Kind(Aggregate.SUM, 0, false);
    Vec sums = Reduce.segments(vec, segments, sum, false, sumType);
    if (sums instanceof WideVec wide) {
      return Decimals.of(
          vec.type, wide, i -> wide.get(i).divide(BigInteger.valueOf(segments.values(i, vec))));
    }
    boolean whole = vec.type.isDecimal() || vec.type.isDuration();
    FixedVec fixed = (FixedVec) sums;
    return sums.longs(
        whole ? sums.type : FLOAT64,
        i -> {
          long count = Math.max(1, segments.values(i, vec));
          return whole
              ? fixed.values[i] / count
              : Double.doubleToRawLongBits(fixed.asDouble(i) / count);
        });
  }

  /** A value as a double, with the scale of decimals applied. */
  static double real(Vec vec, int row) {
    if (!vec.type.isDecimal()) {
      return ((FixedVec) vec).asDouble(row);
    }
    return Decimals.value(vec, row).doubleValue() * Math.pow(10, vec.type.scale());
  }

  /** The sum of squared differences from the mean, over non-null rows. */
  static double squares(Vec vec, int[] rows) {
    double mean = Arrays.stream(rows).mapToDouble(k -> real(vec, k)).sum() / rows.length;
    return Arrays.stream(rows)
        .mapToDouble(k -> (real(vec, k) - mean) * (real(vec, k) - mean))
        .sum();
  }

  /** M2, variance or deviation from sums like libcudf: in 64-bit integers, or in FLOAT32. */
  static FixedVec spread(Vec vec, Segments groups, Aggregate.Kind kind) {
    if (vec.size == 0) {
      return new FixedVec(FLOAT64, new long[0], null);
    }
    CudfClasses.expects(vec.type.isNumeric(), kind + " of " + vec.type + " is not supported");
    Type sumType = vec.type.isFloat() ? vec.type : INT64;
    FixedVec sums = sum(vec, groups, Aggregate.SUM, sumType);
    FixedVec squares = sum(vec, groups, Aggregate.SUM_OF_SQUARES, sumType);
    IntToDoubleFunction m2 =
        i -> {
          double sum = sums.asDouble(i);
          return squares.asDouble(i) - sum * sum / Math.max(1, groups.values(i, vec));
        };
    return deviations(vec, groups, kind, m2, true);
  }

  /** The same for reductions, without cancellation. */
  static FixedVec exactSpread(Vec vec, Segments segments, Aggregate.Kind kind) {
    return deviations(vec, segments, kind, i -> squares(vec, segments.rows(i, vec, false)), false);
  }

  /** The same for windows, by Welford's method. */
  static FixedVec runningSpread(Vec vec, Segments frames, Aggregate.Kind kind) {
    CudfClasses.expects(
        vec.type.isNumeric() || vec.type.isDecimal(),
        kind + " of " + vec.type + " is not supported");
    return deviations(
        vec,
        frames,
        kind,
        i -> {
          int count = 0;
          double mean = 0;
          double squares = 0;
          for (int k : frames.rows(i, vec, false)) {
            double value = real(vec, k);
            double delta = value - mean;
            mean += delta / ++count;
            squares = Math.fma(delta, value - mean, squares); // as compiled for a GPU
          }
          return squares;
        },
        false);
  }

  private static FixedVec deviations(
      Vec vec, Segments segments, Aggregate.Kind kind, IntToDoubleFunction m2, boolean nullIfFew) {
    boolean sum = kind.id() == Aggregate.M2;
    return FixedVec.orNull(
        FLOAT64,
        segments.count(),
        i -> {
          int count = segments.values(i, vec);
          int free = sum ? 1 : count - kind.parameter();
          if (!sum && (count == 0 || (nullIfFew && free <= 0))) {
            return null;
          }
          // A window divides by zero if the number of values equals the deducted degrees of
          // freedom.
          boolean few = nullIfFew ? free <= 0 : free < 0;
          double value = few ? Double.NaN : count == 0 ? 0 : m2.applyAsDouble(i) / free;
          boolean root = kind.id() == Aggregate.STD;
          return Double.doubleToRawLongBits(root ? Math.sqrt(value) : value);
        });
  }

  private static FixedVec sum(Vec vec, Segments groups, int kind, Type out) {
    return (FixedVec) Reduce.segments(vec, groups, new Aggregate.Kind(kind, 0, false), false, out);
  }

  /** The number of distinct values of each segment; NaNs are equal, included nulls count as one. */
  static FixedVec distinct(Vec vec, Segments segments, boolean includeNulls) {
    return FixedVec.ints(
        segments.count(),
        i -> {
          Set<RowKey> keys = new HashSet<>();
          for (int k : segments.rows(i, vec, includeNulls)) {
            keys.add(new RowKey(vec, k));
          }
          return keys.size();
        },
        null);
  }

  @Native("ai.rapids.cudf.ColumnView.distinctCount")
  public static int distinctCount(Vec vec, boolean includeNulls) {
    return (int) distinct(vec, Segments.whole(vec), includeNulls).values[0];
  }

  /** The first row with the least or greatest value of each segment, or -1. */
  static int[] extremes(Vec vec, Segments segments, boolean greatest) {
    Aggregate.Fold fold =
        Aggregate.fold(
            new Aggregate.Kind(greatest ? Aggregate.MAX : Aggregate.MIN, 0, false), vec, vec.type);
    int[] best = new int[segments.count()];
    for (int i = 0; i < best.length; i++) {
      long state = fold.start();
      for (int k : segments.rows(i, vec, false)) {
        state = fold.add(state, k);
      }
      best[i] = (int) state;
    }
    return best;
  }

  /** One or more quantiles of the sorted values of each segment, as FLOAT64. */
  static FixedVec quantiles(Vec vec, Segments segments, int method, double... fractions) {
    CudfClasses.expects(
        vec.size == 0 || vec.type.isNumeric(), "quantile does not support the type " + vec.type);
    long[] bits = new long[segments.count() * fractions.length];
    boolean[] valid = new boolean[bits.length];
    for (int i = 0; i < segments.count(); i++) {
      double[] sorted =
          Arrays.stream(segments.rows(i, vec, false))
              .mapToDouble(((FixedVec) vec)::asDouble)
              .sorted()
              .toArray();
      for (int q = 0; q < fractions.length; q++) {
        int at = i * fractions.length + q;
        valid[at] = sorted.length > 0;
        bits[at] =
            valid[at]
                ? Double.doubleToRawLongBits(
                    quantile(k -> sorted[k], sorted.length, method, fractions[q]))
                : 0;
      }
    }
    return new FixedVec(FLOAT64, bits, valid);
  }

  /** A quantile with interpolation LINEAR, LOWER, HIGHER, MIDPOINT or NEAREST. */
  private static double quantile(
      IntToDoubleFunction sorted, int size, int method, double fraction) {
    double at = Math.min(1, Math.max(0, fraction)) * (size - 1);
    double low = sorted.applyAsDouble((int) Math.floor(at));
    double high = sorted.applyAsDouble((int) Math.ceil(at));
    double part = at - Math.floor(at);
    return switch (method) {
      case 0 -> (1 - part) * low + part * high;
      case 1 -> low;
      case 2 -> high;
      case 3 -> low / 2 + high / 2;
      default -> sorted.applyAsDouble((int) Math.rint(at));
    };
  }

  /** Quantiles of a sorted column: one of the values for decimals, null on a null. */
  @Native("ai.rapids.cudf.ColumnView.quantile")
  public static Vec quantile(Vec vec, int method, double[] fractions) {
    CudfClasses.expects(
        vec.type.isNumeric() || vec.type.isDecimal(),
        "quantile does not support the type " + vec.type);
    int[] low = new int[fractions.length];
    int[] high = new int[fractions.length];
    for (int q = 0; q < fractions.length; q++) {
      double at = Math.min(1, Math.max(0, fractions[q])) * (vec.size - 1);
      low[q] = vec.size == 0 ? -1 : (int) Math.floor(at);
      high[q] = vec.size == 0 ? -1 : (int) Math.ceil(at);
    }
    boolean decimal = vec.type.isDecimal();
    Refused.when(
        decimal && (method == 3 || vec instanceof WideVec),
        "a quantile of " + vec.type + " between two values");
    return FixedVec.orNull(
        decimal ? vec.type : FLOAT64,
        fractions.length,
        q -> {
          if (low[q] < 0 || vec.isNull(low[q]) || vec.isNull(high[q])) {
            return null;
          }
          double value = quantile(((FixedVec) vec)::asDouble, vec.size, method, fractions[q]);
          return decimal && low[q] == high[q]
              ? (Long) ((FixedVec) vec).values[low[q]]
              : decimal ? (Long) (long) value : (Long) Double.doubleToRawLongBits(value);
        });
  }

  /** The rows of each segment as lists. */
  static ListVec collect(Vec vec, Segments segments, boolean includeNulls) {
    int[] offsets = new int[segments.count() + 1];
    List<int[]> rows = new ArrayList<>();
    for (int i = 0; i < segments.count(); i++) {
      rows.add(segments.rows(i, vec, includeNulls));
      offsets[i + 1] = offsets[i] + rows.get(i).length;
    }
    return new ListVec(
        offsets, vec.gather(rows.stream().flatMapToInt(Arrays::stream).toArray()), null);
  }

  /** Lists without duplicates; the parameter says whether nulls, and NaNs, are equal. */
  static ListVec sets(ListVec lists, Aggregate.Kind kind) {
    boolean nullsEqual = (kind.parameter() & 1) != 0;
    boolean nansEqual = (kind.parameter() & 2) != 0;
    return lists.filter(
        lists.valid,
        i -> {
          Set<RowKey> seen = new HashSet<>();
          return k ->
              (lists.child.isNull(k) && !nullsEqual)
                  || (!lists.child.isNull(k) && lists.child.isNan(k) && !nansEqual)
                  || seen.add(new RowKey(lists.child, k));
        });
  }

  /** The concatenated lists of each segment. */
  private static ListVec mergeLists(Vec vec, Segments segments) {
    CudfClasses.expects(
        vec instanceof ListVec && vec.nullCount() == 0,
        "Input to `group_merge_lists` must be a non-nullable lists column.");
    ListVec lists = (ListVec) vec;
    int end = segments.count() == 0 ? 0 : segments.ends()[segments.count() - 1];
    IntStream bounds = IntStream.concat(Arrays.stream(segments.starts()), IntStream.of(end));
    return new ListVec(bounds.map(i -> lists.offsets[i]).toArray(), lists.child, null);
  }

  /** The aggregations that groups and reductions have in common; refuses others. */
  static Vec common(Vec vec, Segments segments, Aggregate.Kind kind) {
    return switch (kind.id()) {
      case Aggregate.COLLECT_LIST -> collect(vec, segments, kind.includeNulls());
      case Aggregate.COLLECT_SET -> sets(collect(vec, segments, kind.includeNulls()), kind);
      case Aggregate.MERGE_LISTS -> mergeLists(vec, segments);
      case Aggregate.MERGE_SETS -> sets(mergeLists(vec, segments), kind);
      case Aggregate.HISTOGRAM -> Histograms.histogram(vec, null, segments);
      case Aggregate.MERGE_HISTOGRAM -> Histograms.mergeHistograms(vec, segments);
      case Aggregate.BITWISE_AGG -> bitwise(vec, segments, kind);
      case Aggregate.MEDIAN -> quantiles(vec, segments, 0, 0.5);
      case Aggregate.QUANTILE -> quantiles(vec, segments, kind.parameter(), kind.fractions());
      default -> throw new Refused("groups and reductions by " + kind);
    };
  }

  /** Merges partial counts, means and M2. */
  static StructVec mergeM2(Vec vec, Segments groups) {
    StructVec parts = (StructVec) vec;
    FixedVec counts = (FixedVec) parts.fields[0];
    FixedVec means = (FixedVec) parts.fields[1];
    FixedVec squares = (FixedVec) parts.fields[2];
    CudfClasses.expects(
        vec.size == 0 || counts.type.id() == Type.INT64 || counts.type.id() == Type.FLOAT64,
        "Input to `group_merge_m2` must have counts of the expected type.");
    long[][] merged = new long[3][groups.count()];
    for (int g = 0; g < groups.count(); g++) {
      double n = 0;
      double mean = 0;
      double m2 = 0;
      for (int k : groups.rows(g, vec, false)) {
        double count = counts.asDouble(k);
        if (count > 0) {
          double delta = means.asDouble(k) - mean;
          double sum = n + count;
          if (n == 0) {
            m2 = squares.asDouble(k);
            mean = means.asDouble(k);
          } else {
            m2 += squares.asDouble(k) + delta * (delta / sum) * n * count;
            mean += delta / sum * count;
          }
          n = sum;
        }
      }
      merged[0][g] = counts.type.isFloat() ? Double.doubleToRawLongBits(n) : (long) n;
      merged[1][g] = Double.doubleToRawLongBits(mean);
      merged[2][g] = Double.doubleToRawLongBits(m2);
    }
    Vec[] fields = {
      new FixedVec(counts.type, merged[0], null),
      new FixedVec(means.type, merged[1], null),
      new FixedVec(squares.type, merged[2], null)
    };
    return new StructVec(groups.count(), fields, null);
  }

  /** A sum and whether it overflowed, as a struct. */
  static StructVec sumOverflow(Vec vec, Segments groups) {
    Type type = vec.type;
    CudfClasses.expects(
        type.isDecimal() || (type.isIntegral() && !type.isUnsigned()),
        "SUM_OVERFLOW does not support the type " + type);
    BigInteger[] sums = new BigInteger[groups.count()];
    boolean[] valid = new boolean[sums.length];
    for (int g = 0; g < sums.length; g++) {
      int[] rows = groups.rows(g, vec, false);
      valid[g] = rows.length > 0;
      sums[g] =
          Arrays.stream(rows)
              .mapToObj(k -> Decimals.value(vec, k))
              .reduce(BigInteger.ZERO, BigInteger::add);
    }
    FixedVec over =
        FixedVec.bools(sums.length, g -> sums[g].bitLength() >= type.width() * 8, valid);
    Vec[] fields = {Decimals.of(type, sums, valid), over};
    return new StructVec(sums.length, fields, valid);
  }

  /** The same for a whole column; without values the sum is null and did not overflow. */
  static StructVec sumOverflow(Vec vec) {
    StructVec found = sumOverflow(vec, Segments.whole(vec));
    boolean over = ((FixedVec) found.fields[1]).isTrue(0);
    Vec[] fields = {found.fields[0], FixedVec.bools(new boolean[] {over}, null)};
    return new StructVec(1, fields, null);
  }

  /** AND (0), OR (1) or XOR (2) of each group's values. */
  static FixedVec bitwise(Vec vec, Segments groups, Aggregate.Kind kind) {
    CudfClasses.expects(
        vec.type.isIntegral() || vec.type.isBool(), "bitwise aggregation of " + vec.type);
    FixedVec in = (FixedVec) vec;
    return FixedVec.orNull(
        vec.type,
        groups.count(),
        g ->
            Arrays.stream(groups.rows(g, vec, false))
                .mapToObj(k -> in.values[k])
                .reduce(
                    (a, b) -> kind.parameter() == 0 ? a & b : kind.parameter() == 1 ? a | b : a ^ b)
                .orElse(null));
  }

  /** The n-th row of each segment, negative from the end. */
  static Vec nth(Vec vec, Segments segments, Aggregate.Kind kind) {
    return vec.gather(
        segments.count(),
        i -> {
          int[] rows = segments.rows(i, vec, kind.includeNulls());
          int at = kind.parameter() < 0 ? rows.length + kind.parameter() : kind.parameter();
          return at >= 0 && at < rows.length ? rows[at] : -1;
        });
  }
}
