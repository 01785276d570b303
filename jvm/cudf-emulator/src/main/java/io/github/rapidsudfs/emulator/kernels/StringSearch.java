// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.binding.Natives;
import io.github.rapidsudfs.emulator.binding.OfScalar;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.StringVec;
import io.github.rapidsudfs.emulator.memory.CudfClasses;
import java.util.Arrays;

/** Search and replacement of literal strings. */
@Natives("ai.rapids.cudf.ColumnView")
public final class StringSearch {
  /** The position of a string in {@code [from, to)}, or -1; an empty one is at the start. */
  static int indexOf(byte[] bytes, int from, int to, byte[] target, int targetFrom, int targetTo) {
    int length = targetTo - targetFrom;
    for (int at = from; at + length <= to; at++) {
      int k = 0;
      while (k < length && bytes[at + k] == target[targetFrom + k]) {
        k++;
      }
      if (k == length) {
        return at;
      }
    }
    return -1;
  }

  static int indexOf(byte[] bytes, int from, int to, byte[] target) {
    return indexOf(bytes, from, to, target, 0, target.length);
  }

  /** The character position of a string between two (a negative stop is the end), or -1. */
  public static FixedVec substringLocate(
      StringVec s, @OfScalar("Parameter target") byte[] target, int start, int stop) {
    CudfClasses.expects(start >= 0, "Parameter start must be positive integer or zero.");
    CudfClasses.expects(stop <= 0 || start <= stop, "Parameter start must be less than stop.");
    return s.ints(i -> s.isNull(i) ? -1 : find(s, i, target, start, stop));
  }

  private static int find(StringVec s, int row, byte[] target, int start, int stop) {
    int length = Utf8Characters.count(s.bytes, s.start(row), s.end(row));
    if (target.length == 0) {
      return start > length ? -1 : start;
    }
    if (start > length || (stop >= 0 && start > stop)) {
      return -1;
    }
    Utf8Characters.require(s, row);
    int from = Utf8Characters.offset(s.bytes, s.start(row), s.end(row), start);
    int to = stop < 0 ? s.end(row) : Utf8Characters.offset(s.bytes, from, s.end(row), stop - start);
    int at = indexOf(s.bytes, from, to, target);
    return at < 0 ? -1 : start + Utf8Characters.count(s.bytes, from, at);
  }

  /** A test of one row's bytes. */
  private interface Test {
    boolean of(byte[] bytes, int from, int to);
  }

  private static FixedVec test(StringVec s, Test test) {
    return s.bools(i -> !s.isNull(i) && test.of(s.bytes, s.start(i), s.end(i)));
  }

  public static FixedVec stringContains(StringVec s, @OfScalar("Parameter target") byte[] target) {
    return test(s, (b, from, to) -> indexOf(b, from, to, target) >= 0);
  }

  /** A column for each target: whether each string contains it. */
  public static FixedVec[] stringContainsMulti(StringVec s, StringVec targets) {
    CudfClasses.expects(targets.size > 0, "Must specify at least one target string.");
    CudfClasses.expects(targets.nullCount() == 0, "Target strings cannot be null");
    FixedVec[] results = new FixedVec[targets.size];
    Arrays.setAll(results, t -> stringContains(s, targets.get(t)));
    return results;
  }

  public static FixedVec stringStartWith(StringVec s, @OfScalar("Parameter target") byte[] target) {
    return test(
        s,
        (b, from, to) ->
            to - from >= target.length && indexOf(b, from, from + target.length, target) >= 0);
  }

  public static FixedVec stringEndWith(StringVec s, @OfScalar("Parameter target") byte[] target) {
    return test(
        s,
        (b, from, to) ->
            to - from >= target.length && indexOf(b, to - target.length, to, target) >= 0);
  }

  /** Returns whether each string contains its own row's target; false for a null target. */
  public static FixedVec stringContainsPerRow(StringVec s, StringVec targets) {
    CudfClasses.expects(s.size == targets.size, "strings and targets column must be the same size");
    return s.bools(
        i ->
            !targets.isNull(i)
                && indexOf(
                        s.bytes,
                        s.start(i),
                        s.end(i),
                        targets.bytes,
                        targets.start(i),
                        targets.end(i))
                    >= 0);
  }

  /** Replaces every occurrence, from the left, without overlaps. */
  public static StringVec stringReplace(
      StringVec s,
      @OfScalar("Parameter target") byte[] target,
      @OfScalar("Parameter repl") byte[] replacement) {
    CudfClasses.expects(target.length > 0, "Parameter target must not be empty string.");
    return s.map(
        (i, out) -> {
          int from = s.start(i);
          for (int at;
              (at = indexOf(s.bytes, from, s.end(i), target)) >= 0;
              from = at + target.length) {
            out.add(s.bytes, from, at);
            out.add(replacement);
          }
          out.add(s.bytes, from, s.end(i));
        });
  }

  /** Replaces each target with its, or the only, replacement; the first to match counts. */
  public static StringVec stringReplaceMulti(
      StringVec s, StringVec targets, StringVec replacements) {
    CudfClasses.expects(
        targets.size > 0 && targets.nullCount() == 0,
        "Parameters targets must not be empty and must not have nulls");
    CudfClasses.expects(
        replacements.size > 0 && replacements.nullCount() == 0,
        "Parameters repls must not be empty and must not have nulls");
    CudfClasses.expects(
        replacements.size == 1 || replacements.size == targets.size,
        "Sizes for targets and repls must match");
    int[][] candidates = byFirstByte(targets);
    return s.map(
        (i, out) -> {
          int from = s.start(i);
          for (int at = from; at < s.end(i); ) {
            int t = firstAt(s, at, s.end(i), targets, candidates[s.bytes[at] & 0xFF]);
            if (t < 0) {
              at++;
              continue;
            }
            int r = replacements.size == 1 ? 0 : t;
            out.add(s.bytes, from, at);
            out.add(replacements.bytes, replacements.start(r), replacements.end(r));
            at += targets.length(t);
            from = at;
          }
          out.add(s.bytes, from, s.end(i));
        });
  }

  /** The targets that begin with each byte, in their order. Empty targets never match. */
  private static int[][] byFirstByte(StringVec targets) {
    int[][] candidates = new int[256][0];
    for (int t = 0; t < targets.size; t++) {
      if (targets.length(t) > 0) {
        int first = targets.bytes[targets.start(t)] & 0xFF;
        candidates[first] = Arrays.copyOf(candidates[first], candidates[first].length + 1);
        candidates[first][candidates[first].length - 1] = t;
      }
    }
    return candidates;
  }

  private static int firstAt(StringVec s, int at, int end, StringVec targets, int[] candidates) {
    for (int t : candidates) {
      int length = targets.length(t);
      boolean fits = at + length <= end;
      if (fits
          && Arrays.equals(
              s.bytes, at, at + length, targets.bytes, targets.start(t), targets.end(t))) {
        return t;
      }
    }
    return -1;
  }
}
