// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.binding.Natives;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.StringVec;
import io.github.rapidsudfs.emulator.column.StringsOut;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.memory.CudfErrors;

/** {@code cudf::strings::slice_strings}: parts of strings by character positions. */
@Natives("ai.rapids.cudf.ColumnView")
public final class Substrings {
  private Substrings() {}

  public static StringVec substringS(StringVec s, int start) {
    return constant(s, start, null);
  }

  public static StringVec substring(StringVec s, int start, int stop) {
    return constant(s, start, stop);
  }

  /**
   * Substrings between constant positions, or to the end; negative positions count from the end, as
   * in Python.
   */
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

  /**
   * Substrings between each row's own positions; a negative start is 0, a negative stop is the end.
   */
  public static StringVec substringColumn(StringVec s, Vec starts, Vec stops) {
    CudfErrors.expects(
        starts.size == s.size, "Parameter starts must have the same number of rows as strings.");
    CudfErrors.expects(
        stops.size == s.size, "Parameter stops must have the same number of rows as strings.");
    CudfErrors.expects(
        starts.type.equals(stops.type), "Parameters starts and stops must be of the same type.");
    CudfErrors.expects(starts.nullCount() == 0, "Parameter starts must not contain nulls.");
    CudfErrors.expects(stops.nullCount() == 0, "Parameter stops must not contain nulls.");
    CudfErrors.expects(starts.type.isIntegral(), "Positions values must be integral type.");
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
