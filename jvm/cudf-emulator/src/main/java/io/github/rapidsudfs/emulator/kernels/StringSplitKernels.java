// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.binding.Natives;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.ListVec;
import io.github.rapidsudfs.emulator.column.StringVec;
import io.github.rapidsudfs.emulator.column.StringsOut;
import io.github.rapidsudfs.emulator.column.Valid;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.memory.CudfClasses;
import io.github.rapidsudfs.emulator.memory.Refused;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Parts of strings: by delimiters, from the left, and by character positions. */
@Natives("ai.rapids.cudf.ColumnView")
public final class StringSplitKernels {
  /** The start of a part that is null. */
  static final int NULL = -1;

  /** Splits a row: adds each part with its start and end. */
  interface Cutter {
    void cut(StringVec s, int row, Parts parts);
  }

  /** The parts of all rows so far. */
  static final class Parts {
    private int[] bounds = new int[64];
    private int count;
    private int before;

    /** The parts of the row being split. */
    int size() {
      return count - before;
    }

    void add(int from, int to) {
      if (2 * count == bounds.length) {
        bounds = Arrays.copyOf(bounds, bounds.length * 2);
      }
      bounds[2 * count] = from;
      bounds[2 * count + 1] = to;
      count++;
    }
  }

  /** A splitter at a literal into at most {@code limit} parts, if that is positive. */
  private static Cutter literal(String text, int limit) {
    checkLimit(limit);
    byte[] delimiter = text.getBytes(StandardCharsets.UTF_8);
    Refused.when(delimiter.length == 0, "splitting at whitespace (an empty delimiter)");
    return (s, row, parts) -> {
      int from = s.start(row);
      int at;
      while ((limit <= 0 || parts.size() + 1 < limit)
          && (at = StringSearch.indexOf(s.bytes, from, s.end(row), delimiter)) >= 0) {
        parts.add(from, at);
        from = at + delimiter.length;
      }
      parts.add(from, s.end(row));
    };
  }

  static void checkLimit(int limit) {
    CudfClasses.requires(limit < 0 || limit > 1, "limit == 0 and limit == 1 are not supported");
  }

  /** A list of parts for each row. */
  public static ListVec stringSplitRecord(StringVec s, String delimiter, int limit) {
    Refused.offset();
    return record(s, literal(delimiter, limit));
  }

  static ListVec record(StringVec s, Cutter cutter) {
    Parts parts = new Parts();
    int[] offsets = new int[s.size + 1];
    for (int i = 0; i < s.size; i++) {
      if (!s.isNull(i)) {
        parts.before = parts.count;
        cutter.cut(s, i, parts);
      }
      offsets[i + 1] = parts.count;
    }
    boolean[] valid = Valid.of(parts.count, p -> parts.bounds[2 * p] != NULL);
    StringVec all =
        StringsOut.each(
            parts.count,
            s.bytes.length,
            valid,
            (p, out) -> out.add(s.bytes, parts.bounds[2 * p], parts.bounds[2 * p + 1]));
    return new ListVec(offsets, all, s.valid);
  }

  /** A column for each part, at least one; null for rows with fewer parts. */
  public static Vec[] stringSplit(StringVec s, String delimiter, int limit) {
    Refused.offset();
    return table(s, literal(delimiter, limit));
  }

  static Vec[] table(StringVec s, Cutter cutter) {
    ListVec lists = record(s, cutter);
    int columns = 1;
    for (int i = 0; i < s.size; i++) {
      columns = Math.max(columns, lists.length(i));
    }
    Vec[] table = new Vec[columns];
    Arrays.setAll(
        table, c -> lists.child.gather(s.size, i -> c < lists.length(i) ? lists.start(i) + c : -1));
    return table;
  }

  public static StringVec substringS(StringVec s, int start) {
    return constant(s, start, null);
  }

  public static StringVec substring(StringVec s, int start, int stop) {
    return constant(s, start, stop);
  }

  /** Substrings between constant positions or to the end; negative: from the end. */
  private static StringVec constant(StringVec s, int start, Integer stop) {
    return s.map(
        (i, out) -> {
          int length =
              start < 0 || (stop != null && stop < 0)
                  ? Utf8Characters.count(s.bytes, s.start(i), s.end(i))
                  : 0;
          int from = start < 0 ? Math.max(0, start + length) : start;
          int to = stop == null ? Integer.MAX_VALUE : stop < 0 ? stop + length : stop;
          part(s, i, from, to, out);
        });
  }

  /** Substrings between each row's own positions; negative: from 0, to the end. */
  public static StringVec substringColumn(StringVec s, Vec starts, Vec stops) {
    CudfClasses.expects(
        starts.size == s.size, "Parameter starts must have the same number of rows as strings.");
    CudfClasses.expects(
        stops.size == s.size, "Parameter stops must have the same number of rows as strings.");
    CudfClasses.expects(
        starts.type.equals(stops.type), "Parameters starts and stops must be of the same type.");
    CudfClasses.expects(starts.nullCount() == 0, "Parameter starts must not contain nulls.");
    CudfClasses.expects(stops.nullCount() == 0, "Parameter stops must not contain nulls.");
    CudfClasses.expects(starts.type.isIntegral(), "Positions values must be integral type.");
    long[] from = ((FixedVec) starts).values;
    long[] to = ((FixedVec) stops).values;
    return s.map(
        (i, out) -> {
          part(
              s,
              i,
              Math.max(0, (int) from[i]),
              (int) to[i] < 0 ? Integer.MAX_VALUE : (int) to[i],
              out);
        });
  }

  private static void part(StringVec s, int row, int from, int to, StringsOut out) {
    if (from >= to) {
      return;
    }
    Utf8Characters.require(s, row);
    int first = Utf8Characters.offset(s.bytes, s.start(row), s.end(row), from);
    out.add(s.bytes, first, Utf8Characters.offset(s.bytes, first, s.end(row), to - from));
  }
}
