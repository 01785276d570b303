// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.binding.Native;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.ListVec;
import io.github.rapidsudfs.emulator.column.StringVec;
import io.github.rapidsudfs.emulator.column.TableView;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Valid;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.column.VecHandles;
import io.github.rapidsudfs.emulator.memory.CudfClasses;
import io.github.rapidsudfs.emulator.memory.Refused;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

/** Aggregations over a window of rows, or a range of values, around each row within its group. */
public final class Windows {
  private static final int CURRENT_ROW = 0;
  private static final int UNBOUNDED = 2;

  private final int[] groupStart;
  private final int[] groupEnd;

  /** Groups of adjacent rows; without keys all rows are one group. */
  private Windows(Vec[] keys, int rows) {
    groupStart = new int[rows];
    groupEnd = new int[rows];
    for (int i = 0; i < rows; i++) {
      groupStart[i] =
          i > 0 && new RowKey(keys, i).equals(new RowKey(keys, i - 1)) ? groupStart[i - 1] : i;
    }
    for (int i = rows - 1; i >= 0; i--) {
      boolean goesOn = i + 1 < rows && groupStart[i + 1] == groupStart[i];
      groupEnd[i] = goesOn ? groupEnd[i + 1] : i + 1;
    }
  }

  private static Windows of(TableView table, int[] keys, boolean ignoreNullKeys) {
    Vec[] by = Arrays.stream(keys).mapToObj(table::vec).toArray(Vec[]::new);
    Refused.when(
        ignoreNullKeys && Arrays.stream(by).anyMatch(key -> key.nullCount() > 0),
        "a window without the groups of null keys");
    return new Windows(by, table.rows());
  }

  /** A column for each aggregation over preceding (with the current) and following rows. */
  @Native("ai.rapids.cudf.Table.rollingWindowAggregate")
  public static Vec[] rows(
      TableView table,
      int[] keys,
      long[] defaults,
      int[] columns,
      Aggregate.Kind[] kinds,
      int[] minPeriods,
      int[] preceding,
      int[] following,
      boolean[] unboundedPreceding,
      boolean[] unboundedFollowing,
      boolean ignoreNullKeys) {
    Windows windows = of(table, keys, ignoreNullKeys);
    Vec[] result = new Vec[columns.length];
    for (int a = 0; a < result.length; a++) {
      int at = a;
      Segments frames =
          windows.frames(
              i -> unboundedPreceding[at] ? windows.groupStart[i] : i - preceding[at] + 1,
              i -> unboundedFollowing[at] ? windows.groupEnd[i] : i + following[at] + 1);
      Vec defaultRows = defaults[a] == 0 ? null : VecHandles.vec(defaults[a]);
      result[a] =
          windows.aggregate(table.vec(columns[a]), kinds[a], frames, minPeriods[a], defaultRows);
    }
    return result;
  }

  /** One aggregation of a column as a single group; the bounds are numbers or columns. */
  @Native("ai.rapids.cudf.ColumnView.rollingWindow")
  public static Vec rows(
      Vec vec,
      long defaults,
      int minPeriods,
      Aggregate.Kind kind,
      int preceding,
      int following,
      long precedingRows,
      long followingRows) {
    Windows windows = new Windows(new Vec[0], vec.size);
    IntUnaryOperator before = bound(preceding, precedingRows);
    IntUnaryOperator after = bound(following, followingRows);
    return windows.aggregate(
        vec,
        kind,
        windows.frames(i -> i - before.applyAsInt(i) + 1, i -> i + after.applyAsInt(i) + 1),
        minPeriods,
        defaults == 0 ? null : VecHandles.vec(defaults));
  }

  private static IntUnaryOperator bound(int number, long column) {
    if (column == 0) {
      return i -> number;
    }
    FixedVec numbers = (FixedVec) VecHandles.vec(column);
    return i -> (int) numbers.values[i];
  }

  private Segments frames(IntUnaryOperator from, IntUnaryOperator to) {
    int[] starts = new int[groupStart.length];
    int[] ends = new int[groupStart.length];
    for (int i = 0; i < starts.length; i++) {
      starts[i] = Math.min(groupEnd[i], Math.max(groupStart[i], from.applyAsInt(i)));
      ends[i] = Math.max(starts[i], Math.min(groupEnd[i], to.applyAsInt(i)));
    }
    return new Segments(starts, ends);
  }

  /** An aggregation of each frame; null if there are too few rows or values. */
  private Vec aggregate(
      Vec vec, Aggregate.Kind kind, Segments frames, int minPeriods, Vec defaultRows) {
    boolean extreme = kind.id() == Aggregate.MIN || kind.id() == Aggregate.MAX;
    boolean spread = kind.id() == Aggregate.STD || kind.id() == Aggregate.VARIANCE;
    if (vec.size == 0 && spread) {
      return new FixedVec(Type.of(Type.FLOAT64), new long[0], null);
    }
    boolean summed = kind.id() == Aggregate.SUM || kind.id() == Aggregate.MEAN;
    boolean shifts = kind.id() == Aggregate.LEAD || kind.id() == Aggregate.LAG;
    if (vec.size == 0 && (extreme || shifts || summed || kind.id() == Aggregate.NTH_ELEMENT)) {
      CudfClasses.expects(!summed || sums(vec.type), kind + " rolling window of " + vec.type);
      if (vec.type.isDecimal()) { // libcudf drops the scale
        return Decimals.of(new Type(vec.type.id(), 0), new BigInteger[0], null);
      }
    }
    IntPredicate enoughRows = i -> frames.length(i) >= minPeriods;
    IntPredicate enoughValues = i -> frames.values(i, vec) >= minPeriods;
    switch (kind.id()) {
      case Aggregate.COUNT:
        return FixedVec.ints(
            vec.size,
            i -> kind.includeNulls() ? frames.length(i) : frames.values(i, vec),
            Valid.of(vec.size, enoughRows));
      case Aggregate.ROW_NUMBER:
        return FixedVec.ints(
            vec.size, i -> i - frames.starts()[i] + 1, Valid.of(vec.size, enoughRows));
      case Aggregate.COLLECT_LIST, Aggregate.COLLECT_SET:
        ListVec lists =
            Statistics.collect(vec, frames, kind.includeNulls())
                .with(Valid.of(vec.size, enoughRows))
                .sanitized();
        return kind.id() == Aggregate.COLLECT_SET ? Statistics.sets(lists, kind) : lists;
      case Aggregate.NTH_ELEMENT:
        if (kind.parameter() < 0) {
          Refused.offset();
        }
        return keep(Statistics.nth(vec, frames, kind), enoughRows);
      case Aggregate.LEAD, Aggregate.LAG:
        return shifted(vec, kind, frames, defaultRows);
      case Aggregate.STD, Aggregate.VARIANCE:
        return keep(Statistics.runningSpread(vec, frames, kind), enoughValues);
      case Aggregate.ARGMIN, Aggregate.ARGMAX:
        return keep(
            FixedVec.ints(Statistics.extremes(vec, frames, kind.id() == Aggregate.ARGMAX), null),
            enoughValues);
      case Aggregate.MIN, Aggregate.MAX:
        CudfClasses.expects(
            vec.size == 0 || vec.type.id() != Type.LIST, kind + " rolling window of " + vec.type);
        boolean max = kind.id() == Aggregate.MAX;
        if (vec instanceof FixedVec numbers && vec.type.isFloat() && (max || !isWhole(frames))) {
          return keep(
              isWhole(frames) ? Reduce.greatest(vec, frames) : extremes(numbers, frames, max),
              enoughValues);
        }
        int[] best = Statistics.extremes(vec, frames, max);
        if (vec instanceof StringVec strings && !max && !isWhole(frames)) {
          // for these libcudf takes the least non-empty one
          Vec filled =
              strings.with(Valid.of(vec.size, i -> !vec.isNull(i) && strings.length(i) > 0));
          int[] fullest = Statistics.extremes(filled, frames, false);
          Arrays.setAll(best, i -> fullest[i] >= 0 ? fullest[i] : best[i]);
        }
        return keep(vec.gather(best), enoughValues);
      case Aggregate.SUM, Aggregate.MEAN:
        CudfClasses.expects(sums(vec.type), kind + " rolling window of " + vec.type);
        return keep(
            kind.id() == Aggregate.MEAN
                ? mean(vec, frames)
                : Reduce.segments(vec, frames, kind, false, GroupBy.sumType(vec.type)),
            enoughValues);
      default:
        throw new Refused("the window of " + kind);
    }
  }

  /** Extremes of floats, ignoring NaN: a frame of NaNs alone gives an infinity. */
  private static FixedVec extremes(FixedVec vec, Segments frames, boolean max) {
    Vec numbers = vec.with(Valid.of(vec.size, i -> !vec.isNull(i) && !vec.isNan(i)));
    int[] best = Statistics.extremes(numbers, frames, max);
    double none = max ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    return FixedVec.orNull(
        vec.type,
        vec.size,
        i ->
            best[i] >= 0
                ? (Long) vec.values[best[i]]
                : frames.values(i, vec) > 0 ? FixedVec.bits(vec.type, none) : null);
  }

  private boolean isWhole(Segments frames) {
    return Arrays.equals(frames.starts(), groupStart) && Arrays.equals(frames.ends(), groupEnd);
  }

  private static boolean sums(Type type) {
    return type.isFixedWidth() && !type.isTimestamp();
  }

  /** The mean; unsigned and floating-point numbers are summed in double precision. */
  private static Vec mean(Vec vec, Segments frames) {
    Type real = Type.of(Type.FLOAT64);
    return vec.type.isFloat() || vec.type.id() == Type.UINT64
        ? Statistics.mean(Casts.castTo(vec, real), frames, real)
        : Statistics.mean(vec, frames, GroupBy.sumType(vec.type));
  }

  private static Vec keep(Vec vec, IntPredicate enough) {
    return vec.with(Valid.of(vec.size, i -> !vec.isNull(i) && enough.test(i)));
  }

  /** The row at an offset (lead or lag), if it is within the frame; else the default. */
  private static Vec shifted(Vec vec, Aggregate.Kind kind, Segments frames, Vec defaultRows) {
    boolean lead = (kind.id() == Aggregate.LEAD) == (kind.parameter() >= 0);
    int offset = Math.abs(kind.parameter());
    if (offset == 0 && !vec.type.isFixedWidth()) {
      return vec;
    }
    return (defaultRows == null ? vec : Concat.of(vec, defaultRows))
        .gather(
            vec.size,
            i -> {
              int room = lead ? frames.ends()[i] - i - 1 : i - frames.starts()[i];
              int there = lead ? i + offset : i - offset;
              return offset <= room ? there : defaultRows == null ? -1 : vec.size + i;
            });
  }

  /** Each aggregation's order-by columns are given by offsets. */
  @Native("ai.rapids.cudf.Table.rangeRollingWindowAggregate")
  public static Vec[] ranges(
      TableView table,
      int[] keys,
      int[] orders,
      boolean[] ascending,
      boolean[] nullsFirst,
      int[] orderOffsets,
      int[] columns,
      Aggregate.Kind[] kinds,
      int[] minPeriods,
      long[] preceding,
      long[] following,
      int[] precedingExtents,
      int[] followingExtents,
      boolean ignoreNullKeys) {
    Windows windows = of(table, keys, ignoreNullKeys);
    Vec[] result = new Vec[columns.length];
    for (int a = 0; a < result.length; a++) {
      int first = orderOffsets[a];
      int end = orderOffsets[a + 1];
      Vec[] by = Arrays.stream(orders, first, end).mapToObj(table::vec).toArray(Vec[]::new);
      Bound before = bound(precedingExtents[a], preceding[a], by);
      Bound after = bound(followingExtents[a], following[a], by);
      boolean up = ascending[first];
      Segments frames =
          windows.frames(
              i -> before.reach(windows, by, i, up, false),
              i -> after.reach(windows, by, i, up, true));
      result[a] = windows.aggregate(table.vec(columns[a]), kinds[a], frames, minPeriods[a], null);
    }
    return result;
  }

  private static Bound bound(int extent, long scalar, Vec[] by) {
    BigDecimal distance = null;
    if (extent != CURRENT_ROW && extent != UNBOUNDED) {
      Vec value = VecHandles.scalarVec(scalar);
      CudfClasses.expects(!value.isNull(0), "Range window bound must be valid");
      distance = number(value, 0);
      CudfClasses.expects(by.length == 1, "a range window over several columns has no distance");
    }
    return new Bound(extent, distance);
  }

  private static BigDecimal number(Vec vec, int row) {
    return vec.type.isFloat()
        ? BigDecimal.valueOf(((FixedVec) vec).asDouble(row))
        : new BigDecimal(Decimals.value(vec, row), -vec.type.scale());
  }

  /** One end of a range. */
  private record Bound(int extent, BigDecimal distance) {
    /** The first row of a row's frame, or the row after its last. */
    int reach(Windows windows, Vec[] by, int row, boolean ascending, boolean following) {
      int start = windows.groupStart[row];
      int end = windows.groupEnd[row];
      if (extent == UNBOUNDED) {
        return following ? end : start;
      }
      if (extent == CURRENT_ROW || by[0].isNull(row)) {
        int step = following ? 1 : -1;
        int at = row;
        while (at >= start && at < end && new RowKey(by, at).equals(new RowKey(by, row))) {
          at += step;
        }
        return following ? at : at + 1;
      }
      IntPredicate within = reaches(by[0], row, ascending == following);
      int low = start;
      int high = end;
      while (by[0].isNull(low)) {
        low++;
      }
      while (by[0].isNull(high - 1)) {
        high--;
      }
      while (low < high) { // binary search for the end of the frame
        int middle = (low + high) >>> 1;
        if (within.test(middle) == following) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low;
    }

    /** A test of whether a row's value is within the distance of another row's value. */
    private IntPredicate reaches(Vec order, int row, boolean up) {
      BigDecimal own = number(order, row);
      BigDecimal limit = up ? own.add(distance) : own.subtract(distance);
      return k -> {
        int compared = number(order, k).compareTo(limit);
        return up ? compared <= 0 : compared >= 0;
      };
    }
  }
}
