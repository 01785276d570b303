// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.binding.Native;
import io.github.rapidsudfs.emulator.binding.Natives;
import io.github.rapidsudfs.emulator.binding.OfScalar;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.ListVec;
import io.github.rapidsudfs.emulator.column.StringVec;
import io.github.rapidsudfs.emulator.column.StringsOut;
import io.github.rapidsudfs.emulator.column.Valid;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.memory.CudfClasses;
import io.github.rapidsudfs.emulator.memory.Refused;
import io.github.rapidsudfs.emulator.regex.Regex;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Regular-expression kernels. */
@Natives("ai.rapids.cudf.ColumnView")
public final class RegexKernels {
  private static final Pattern REFERENCE = Pattern.compile("\\\\(\\d+)|\\$\\{(\\d+)\\}");

  /** The matches of a pattern in one row after another, from the left. Not thread-safe. */
  private static final class Matches {
    private final Regex regex;
    private final Regex.Matcher matcher;
    private StringVec strings;
    private int row;
    private int from;

    /** True if positions are bytes (for runs in ASCII text), false for code points. */
    private boolean inBytes;

    private int[] points = new int[64];
    private int[] bytes = new int[65];
    private int count;

    Matches(Regex regex) {
      this.regex = regex;
      matcher = regex.matcher();
    }

    /** Starts a row. */
    Matches in(StringVec s, int number) {
      strings = s;
      row = number;
      boolean ascii = Utf8Characters.isAscii(s.bytes, s.start(row), s.end(row));
      inBytes = ascii && regex.isRun();
      from = inBytes ? s.start(row) : 0;
      if (!inBytes) {
        read(ascii);
      }
      return this;
    }

    /** Decodes the row to code points and the byte offset of each. */
    private void read(boolean ascii) {
      if (points.length < strings.length(row)) {
        points = new int[strings.length(row) * 2];
        bytes = new int[points.length + 1];
      }
      if (!ascii) {
        Utf8Characters.require(strings, row);
      }
      count = 0;
      for (int at = strings.start(row); at < strings.end(row); ) {
        int width = ascii ? 1 : Utf8Characters.width(strings.bytes[at]);
        bytes[count] = at;
        points[count++] =
            ascii ? strings.bytes[at] : Utf8Characters.decode(strings.bytes, at, width);
        at += width;
      }
      bytes[count] = strings.end(row);
    }

    boolean next() {
      return next(Integer.MAX_VALUE);
    }

    /** Finds the next match, if any; may miss those from {@code before} on. */
    boolean next(int before) {
      boolean found =
          inBytes
              ? matcher.findRun(strings.bytes, from, strings.end(row))
              : from <= count && matcher.find(points, count, from, before);
      if (found) {
        from = matcher.result[1] + (matcher.result[0] == matcher.result[1] ? 1 : 0);
      }
      return found;
    }

    /** The byte at which the match (0) or a group begins; -1 for a group that took no part. */
    int start(int group) {
      return at(2 * group);
    }

    int end(int group) {
      return at(2 * group + 1);
    }

    private int at(int slot) {
      int position = matcher.result[slot];
      return position < 0 || inBytes ? position : bytes[position];
    }
  }

  /** Returns whether the pattern matches anywhere, or at the start of the string. */
  @Native(value = "containsRe", with = "false")
  @Native(value = "matchesRe", with = "true")
  public static FixedVec contains(StringVec s, Regex regex, boolean atStart) {
    Matches matches = new Matches(regex);
    return s.bools(
        i ->
            !s.isNull(i)
                && matches.in(s, i).next(atStart ? 1 : Integer.MAX_VALUE)
                && (!atStart || matches.start(0) == s.start(i)));
  }

  /** Replaces every match, or at most {@code max} if that is not negative. */
  public static StringVec replaceRegex(
      StringVec s, Regex regex, @OfScalar("Parameter replacement") byte[] replacement, long max) {
    return replaced(s, regex, List.of(replacement), max);
  }

  /** Replaces matches with a template in which {@code \1} or <code>${1}</code> is a group. */
  public static StringVec stringReplaceWithBackrefs(StringVec s, Regex regex, String template) {
    CudfClasses.expects(!template.isEmpty(), "Parameter replacement must not be empty");
    return replaced(s, regex, template(template, regex.groups()), -1);
  }

  private static StringVec replaced(StringVec s, Regex regex, List<?> parts, long max) {
    Matches matches = new Matches(regex);
    return s.map(
        (i, out) -> {
          matches.in(s, i);
          int last = s.start(i);
          for (long n = 0; (max < 0 || n < max) && matches.next(); n++) {
            out.add(s.bytes, last, matches.start(0));
            for (Object part : parts) {
              if (part instanceof byte[] text) {
                out.add(text);
              } else if (matches.start((Integer) part) >= 0) {
                out.add(s.bytes, matches.start((Integer) part), matches.end((Integer) part));
              }
            }
            last = matches.end(0);
          }
          out.add(s.bytes, last, s.end(i));
        });
  }

  /** The parts of a template: byte strings and group numbers. */
  private static List<Object> template(String template, int groups) {
    List<Object> parts = new ArrayList<>();
    Matcher references = REFERENCE.matcher(template);
    int from = 0;
    for (; references.find(); from = references.end()) {
      int group =
          Integer.parseInt(references.group(1) != null ? references.group(1) : references.group(2));
      CudfClasses.expects(
          group <= groups, "Group index numbers must be in the range 0 to group count");
      parts.add(template.substring(from, references.start()).getBytes(StandardCharsets.UTF_8));
      parts.add(group);
    }
    parts.add(template.substring(from).getBytes(StandardCharsets.UTF_8));
    return parts;
  }

  /** A column for each group of the first match; null for a group without a match. */
  public static Vec[] extractRe(StringVec s, Regex regex) {
    CudfClasses.expects(regex.groups() > 0, "Group indicators not found in regex pattern");
    StringsOut[] outs = new StringsOut[regex.groups()];
    boolean[][] valid = new boolean[outs.length][s.size];
    Arrays.setAll(outs, g -> new StringsOut(s.size, 0));
    Matches matches = new Matches(regex);
    for (int i = 0; i < s.size; i++) {
      boolean found = !s.isNull(i) && matches.in(s, i).next();
      for (int g = 0; g < outs.length; g++) {
        int from = found ? matches.start(g + 1) : -1;
        valid[g][i] = from >= 0;
        if (from >= 0) {
          outs[g].add(s.bytes, from, matches.end(g + 1));
        }
        outs[g].end();
      }
    }
    Vec[] columns = new Vec[outs.length];
    Arrays.setAll(columns, g -> outs[g].vec(valid[g]));
    return columns;
  }

  /**
   * A list of all matches of each row, empty if there is none. With an index, regardless of its
   * value, all groups of every match, and null if there is none.
   */
  public static ListVec extractAllRecord(
      StringVec s, String pattern, int flags, int captures, int index) {
    Regex regex = Regex.of(pattern, flags, index != 0);
    CudfClasses.expects(index >= 0 && index <= regex.groups(), "Group index out of range");
    Matches matches = new Matches(regex);
    boolean[] found = new boolean[s.size];
    ListVec lists =
        StringSplitKernels.record(
            s,
            (strings, i, parts) -> {
              for (matches.in(s, i); matches.next(); found[i] = true) {
                int groups = index == 0 ? 0 : regex.groups();
                for (int g = Math.min(groups, 1); g <= groups; g++) {
                  boolean took = matches.start(g) >= 0;
                  parts.add(
                      took ? matches.start(g) : StringSplitKernels.NULL,
                      took ? matches.end(g) : s.start(i));
                }
              }
            });
    return index == 0 ? lists : lists.with(Valid.and(s.size, s.valid, found));
  }

  public static Vec[] stringSplitRe(StringVec s, Regex regex, int limit) {
    return StringSplitKernels.table(s, cutter(regex, limit));
  }

  public static ListVec stringSplitRecordRe(StringVec s, Regex regex, int limit) {
    return StringSplitKernels.record(s, cutter(regex, limit));
  }

  /** A splitter at matches into at most {@code limit} parts, if that is positive. */
  private static StringSplitKernels.Cutter cutter(Regex regex, int limit) {
    StringSplitKernels.checkLimit(limit);
    Matches matches = new Matches(regex);
    return (s, i, parts) -> {
      matches.in(s, i);
      int last = s.start(i);
      while ((limit <= 0 || parts.size() + 1 < limit) && matches.next()) {
        parts.add(last, matches.start(0));
        last = matches.end(0);
      }
      Refused.when(
          s.length(i) == 0 && parts.size() > 0,
          "a split of an empty string at an empty match, whose parts libcudf leaves unwritten,");
      parts.add(last, s.end(i));
    };
  }
}
