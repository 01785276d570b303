// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.binding.Native;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.TableView;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.column.WideVec;
import io.github.rapidsudfs.emulator.memory.CudfClasses;
import io.github.rapidsudfs.emulator.memory.Refused;
import java.math.BigInteger;

/** Running reductions of a column, or of each group, and ranks. */
public final class Scans {
  /**
   * A running reduction. Excluded nulls are skipped and stay null; if nulls are included,
   * everything from the first null on is null. An exclusive scan starts with the identity.
   */
  @Native("ai.rapids.cudf.ColumnView.scan")
  public static Vec scan(Vec vec, Aggregate.Kind kind, boolean inclusive, boolean includeNulls) {
    Segments whole = Segments.whole(vec);
    if (isRank(kind)) {
      CudfClasses.expects(inclusive, "Rank aggregation operator requires an inclusive scan");
      return rank(vec, whole, kind);
    }
    boolean time = vec.type.isChrono();
    boolean fixed = vec.type.isFixedWidth();
    CudfClasses.expects(inclusive || (fixed && !time), kind + " exclusive scan of " + vec.type);
    if (Aggregate.picksRow(kind)) {
      return extremes(vec, whole, kind, inclusive, includeNulls);
    }
    CudfClasses.expects(
        fixed && !(kind.id() == Aggregate.PRODUCT && (vec.type.isDecimal() || time)),
        kind + " scan of " + vec.type + " is not supported");
    return sums(vec, whole, kind, vec.type, inclusive, includeNulls);
  }

  /** The keys, then running reductions within each group; the rows are sorted by the keys. */
  @Native("ai.rapids.cudf.Table.groupByScan")
  public static Vec[] groups(
      TableView table, int[] keys, int[] columns, Aggregate.Kind[] kinds, GroupBy.Options options) {
    return GroupBy.sorted(
        table, keys, columns, options, (i, vec, groups) -> scan(vec, groups, kinds[i]));
  }

  private static Vec scan(Vec vec, Segments groups, Aggregate.Kind kind) {
    if (isRank(kind)) {
      return rank(vec, groups, kind);
    }
    switch (kind.id()) {
      case Aggregate.COUNT:
        int[] counts = new int[vec.size];
        each(
            groups,
            (k, first) ->
                counts[k] =
                    (first ? 0 : counts[k - 1]) + (vec.isNull(k) && !kind.includeNulls() ? 0 : 1));
        return FixedVec.ints(counts, null);
      case Aggregate.MIN, Aggregate.MAX:
        if (vec.type.id() == Type.STRUCT) {
          Refused.offset();
        }
        return extremes(vec, groups, kind, true, false);
      case Aggregate.SUM, Aggregate.PRODUCT:
        boolean numeric = vec.type.isNumeric();
        CudfClasses.expects(
            numeric || (kind.id() == Aggregate.SUM && vec.type.isFixedWidth()),
            "Unsupported groupby scan type-agg combination");
        return sums(vec, groups, kind, GroupBy.sumType(vec.type), true, false);
      default:
        throw new Refused("the scan of groups by " + kind);
    }
  }

  /** The keys, then the columns with nulls replaced by the previous or next value of the group. */
  @Native("ai.rapids.cudf.Table.groupByReplaceNulls")
  public static Vec[] replaceNulls(
      TableView table, int[] keys, int[] columns, boolean[] preceding, GroupBy.Options options) {
    return GroupBy.sorted(
        table,
        keys,
        columns,
        options,
        (i, vec, groups) -> Nulls.replace(vec, groups, preceding[i]));
  }

  private interface Row {
    void visit(int row, boolean first);
  }

  private static void each(Segments segments, Row row) {
    for (int g = 0; g < segments.count(); g++) {
      for (int k = segments.starts()[g]; k < segments.ends()[g]; k++) {
        row.visit(k, k == segments.starts()[g]);
      }
    }
  }

  private static boolean isRank(Aggregate.Kind kind) {
    return kind.id() >= Aggregate.RANK && kind.id() <= Aggregate.PERCENT_RANK;
  }

  /** The ranks of sorted rows: a row that differs from the previous one starts a new rank. */
  private static FixedVec rank(Vec vec, Segments groups, Aggregate.Kind kind) {
    boolean dense = kind.id() == Aggregate.DENSE_RANK;
    int[] ranks = new int[vec.size];
    long[] percents = new long[vec.size];
    for (int g = 0; g < groups.count(); g++) {
      int start = groups.starts()[g];
      for (int k = start; k < groups.ends()[g]; k++) {
        boolean same = k > start && vec.sameOrBothNull(k, vec, k - 1);
        ranks[k] =
            same ? ranks[k - 1] : dense ? (k == start ? 1 : ranks[k - 1] + 1) : k - start + 1;
        double others = Math.max(1, groups.length(g) - 1);
        percents[k] = Double.doubleToRawLongBits((ranks[k] - 1) / others);
      }
    }
    return kind.id() == Aggregate.PERCENT_RANK
        ? new FixedVec(Type.of(Type.FLOAT64), percents, null)
        : FixedVec.ints(ranks, null);
  }

  /** The validity of the result: see {@link #scan}. */
  private static boolean[] valid(Vec vec, boolean inclusive, boolean includeNulls) {
    boolean[] valid = new boolean[vec.size];
    boolean ended = false;
    for (int i = 0; i < vec.size; i++) {
      boolean before = ended;
      ended |= includeNulls && vec.isNull(i);
      valid[i] = includeNulls ? !(inclusive ? ended : before) : !vec.isNull(i);
    }
    return valid;
  }

  private static Vec extremes(
      Vec vec, Segments segments, Aggregate.Kind kind, boolean inclusive, boolean includeNulls) {
    boolean[] valid = valid(vec, inclusive, includeNulls);
    Aggregate.Fold fold = Aggregate.fold(kind, vec, vec.type);
    int[] map = new int[vec.size];
    long[] best = {fold.start()};
    each(
        segments,
        (k, first) -> {
          best[0] = first ? fold.start() : best[0];
          long before = best[0];
          best[0] = vec.isNull(k) ? before : fold.add(before, k);
          long picked = inclusive ? best[0] : before;
          map[k] = !valid[k] ? -1 : picked < 0 ? vec.size : (int) picked;
        });
    return inclusive ? vec.gather(map) : Concat.of(vec, identity(vec, kind)).gather(map);
  }

  /** The first value of an exclusive scan for the least or greatest value. */
  private static Vec identity(Vec vec, Aggregate.Kind kind) {
    boolean least = kind.id() == Aggregate.MIN;
    Type type = vec.type;
    if (type.isFloat()) {
      double limit = least ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
      return new FixedVec(type, new long[] {FixedVec.bits(type, limit)}, null);
    }
    int bits = type.isBool() ? 1 : type.width() * 8;
    boolean unsigned = type.isUnsigned() || type.isBool();
    BigInteger greatest =
        BigInteger.ONE.shiftLeft(unsigned ? bits : bits - 1).subtract(BigInteger.ONE);
    BigInteger limit = least ? greatest : unsigned ? BigInteger.ZERO : greatest.not();
    return type.isDecimal()
        ? Decimals.of(type, new BigInteger[] {limit}, null)
        : new FixedVec(type, new long[] {limit.longValue()}, null);
  }

  private static Vec sums(
      Vec vec,
      Segments segments,
      Aggregate.Kind kind,
      Type out,
      boolean inclusive,
      boolean includeNulls) {
    boolean[] valid = valid(vec, inclusive, includeNulls);
    if (vec instanceof WideVec wide) {
      BigInteger[] sums = new BigInteger[vec.size];
      BigInteger[] sum = {BigInteger.ZERO};
      each(
          segments,
          (k, first) -> {
            BigInteger before = first ? BigInteger.ZERO : sum[0];
            sum[0] = vec.isNull(k) ? before : before.add(wide.get(k));
            sums[k] = valid[k] ? (inclusive ? sum[0] : before) : null;
          });
      return WideVec.of(vec.type, sums, valid);
    }
    if (kind.id() == Aggregate.SUM && vec.type.isIntegral() && out.isIntegral()) {
      long[] sums = wholeSums((FixedVec) vec, segments, inclusive);
      NumericLoops.wrap(out.id(), sums);
      return new FixedVec(out, sums, valid);
    }
    Aggregate.Fold fold = Aggregate.fold(kind, vec, out);
    long[] result = new long[vec.size];
    long[] state = {0};
    each(
        segments,
        (k, first) -> {
          long before = first ? fold.start() : state[0];
          state[0] = vec.isNull(k) ? before : fold.add(before, k);
          result[k] = valid[k] ? fold.bits(inclusive ? state[0] : before, k + 1) : 0;
        });
    return new FixedVec(out, result, valid);
  }

  /** The most common sums, in a loop of their own. */
  private static long[] wholeSums(FixedVec vec, Segments segments, boolean inclusive) {
    long[] sums = new long[vec.size];
    for (int g = 0; g < segments.count(); g++) {
      long sum = 0;
      for (int k = segments.starts()[g]; k < segments.ends()[g]; k++) {
        long before = sum;
        sum += vec.isNull(k) ? 0 : vec.values[k];
        sums[k] = inclusive ? sum : before;
      }
    }
    return sums;
  }
}
