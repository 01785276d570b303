// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.binding.Native;
import io.github.rapidsudfs.emulator.binding.Natives;
import io.github.rapidsudfs.emulator.binding.OfScalar;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.StringVec;
import io.github.rapidsudfs.emulator.column.StringsOut;
import io.github.rapidsudfs.emulator.column.Valid;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.memory.CudfClasses;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Strings: SQL's LIKE, substring by delimiter, joining, and row-wise replacement. */
@Natives("ai.rapids.cudf.ColumnView")
public final class Patterns {
  /** SQL's LIKE: {@code %} is anything, {@code _} one character, unless escaped. */
  public static FixedVec like(
      StringVec s,
      @OfScalar("Parameter pattern") byte[] pattern,
      @OfScalar("Parameter escape") byte[] escape) {
    int[] wanted = points(pattern, 0, pattern.length);
    int escaping = escape.length == 0 ? -1 : points(escape, 0, escape.length)[0];
    return s.bools(
        i -> !s.isNull(i) && isLike(points(s.bytes, s.start(i), s.end(i)), wanted, escaping));
  }

  private static int[] points(byte[] bytes, int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.UTF_8).codePoints().toArray();
  }

  private static boolean isLike(int[] text, int[] pattern, int escape) {
    boolean[] ends = new boolean[text.length + 1]; // of the text, matched so far
    ends[0] = true;
    for (int p = 0; p < pattern.length; p++) {
      boolean escaped = pattern[p] == escape && p + 1 < pattern.length;
      int wanted = escaped ? pattern[++p] : pattern[p];
      if (!escaped && wanted == '%') {
        boolean any = false;
        for (int t = 0; t <= text.length; t++) {
          any |= ends[t];
          ends[t] = any;
        }
        continue;
      }
      for (int t = text.length; t > 0; t--) {
        ends[t] = ends[t - 1] && ((!escaped && wanted == '_') || text[t - 1] == wanted);
      }
      ends[0] = false;
    }
    return ends[text.length];
  }

  /** Joins all rows to one string with a separator; a null is replaced or skipped. */
  public static StringVec joinStrings(
      StringVec s, @OfScalar("Parameter separator") byte[] separator, @OfScalar StringVec narep) {
    if (s.size == 0) {
      return s;
    }
    StringsOut out = new StringsOut(1, s.bytes.length);
    boolean any = false;
    for (int i = 0; i < s.size; i++) {
      if (!s.isNull(i) || !narep.isNull(0)) {
        out.add(any ? separator : new byte[0]);
        out.add(s.isNull(i) ? narep.get(0) : s.get(i));
        any = true;
      }
    }
    out.end();
    return out.vec(any ? null : Valid.none(1));
  }

  /** Replaces, in each row, the row's target with the row's replacement. */
  public static StringVec stringReplacePerRow(StringVec s, StringVec targets, StringVec others) {
    CudfClasses.expects(
        targets.size == s.size && others.size == s.size, "the row counts must be equal");
    boolean[] valid = Valid.and(s.size, s.valid, targets.valid, others.valid);
    return s.with(valid)
        .map(
            (i, out) -> {
              byte[] target = targets.get(i);
              int last = s.start(i);
              for (int at = last; target.length > 0 && at + target.length <= s.end(i); ) {
                if (Arrays.equals(s.bytes, at, at + target.length, target, 0, target.length)) {
                  out.add(s.bytes, last, at);
                  out.add(others.bytes, others.start(i), others.end(i));
                  at += target.length;
                  last = at;
                } else {
                  at++;
                }
              }
              out.add(s.bytes, last, s.end(i));
            });
  }

  /** The text before the n-th delimiter, or after it if counted from the right. */
  @Native("com.nvidia.spark.rapids.jni.GpuSubstringIndexUtils.substringIndex")
  public static StringVec substringIndex(
      StringVec s, @OfScalar("Parameter delimiter") byte[] delimiter, int count) {
    String by = new String(delimiter, StandardCharsets.ISO_8859_1);
    return s.map(
        (i, out) -> {
          String text = s.latin1(i);
          int at = count > 0 ? -1 : text.length();
          boolean found = !by.isEmpty() && count != 0;
          for (int n = Math.abs(count); found && n > 0; n--) {
            at = count > 0 ? text.indexOf(by, at + 1) : at == 0 ? -1 : text.lastIndexOf(by, at - 1);
            if (at < 0) {
              out.add(s.bytes, s.start(i), s.end(i));
              return;
            }
          }
          if (found && count > 0) {
            out.add(s.bytes, s.start(i), s.start(i) + at);
          } else if (found) {
            out.add(s.bytes, s.start(i) + at + by.length(), s.end(i));
          }
        });
  }

  @OfScalar
  @Native("ai.rapids.cudf.Scalar.repeatString")
  public static Vec repeat(@OfScalar StringVec value, int times) {
    return StringKernels.repeatStrings(value, times);
  }
}
