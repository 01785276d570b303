package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.agent.Native;
import io.github.rapidsudfs.emulator.agent.OfScalar;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.ListVec;
import io.github.rapidsudfs.emulator.column.StringVec;
import io.github.rapidsudfs.emulator.column.StringsOut;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.memory.Cudf;
import io.github.rapidsudfs.emulator.memory.Refused;
import io.github.rapidsudfs.emulator.regex.Regex;
import java.util.ArrayList;
import java.util.List;

/** Regular-expression kernels. */
public final class RegexKernels {
  private RegexKernels() {}

  /** One row as code points, with the byte at which each begins. */
  private static final class Row {
    int[] points = new int[64];
    int[] bytes = new int[65];
    int count;

    void read(StringVec s, int row) {
      if (points.length < s.length(row)) {
        points = new int[s.length(row) * 2];
        bytes = new int[points.length + 1];
      }
      count = 0;
      boolean ascii = Utf8.isAscii(s.bytes, s.start(row), s.end(row));
      if (!ascii) {
        Utf8.require(s, row);
      }
      for (int at = s.start(row); at < s.end(row); ) {
        int width = ascii ? 1 : Utf8.width(s.bytes[at]);
        bytes[count] = at;
        points[count++] = ascii ? s.bytes[at] : Utf8.decode(s.bytes, at, width);
        at += width;
      }
      bytes[count] = s.end(row);
    }
  }

  /** Whether the pattern matches anywhere, or only where the string begins. */
  @Native(value = "ai.rapids.cudf.ColumnView.containsRe", with = "false")
  @Native(value = "ai.rapids.cudf.ColumnView.matchesRe", with = "true")
  public static FixedVec contains(StringVec s, Regex regex, boolean atStart) {
    Regex.Matcher matcher = regex.matcher();
    Row row = new Row();
    boolean[] result = new boolean[s.size];
    for (int i = 0; i < s.size; i++) {
      if (!s.isNull(i)) {
        row.read(s, i);
        result[i] = matcher.find(row.points, row.count, 0, atStart ? 1 : Integer.MAX_VALUE);
      }
    }
    return FixedVec.bools(result, s.valid);
  }

  /** Called for each match of a row, from the left. */
  private interface OnMatch {
    /** Returns whether to go on. */
    boolean at(int[] match);
  }

  private static void all(Regex.Matcher matcher, Row row, OnMatch onMatch) {
    for (int from = 0;
        from <= row.count && matcher.find(row.points, row.count, from, Integer.MAX_VALUE); ) {
      int[] match = matcher.result;
      if (!onMatch.at(match)) {
        return;
      }
      from = match[1] + (match[0] == match[1] ? 1 : 0);
    }
  }

  /** Every match replaced, or as many as {@code max} where that is not negative. */
  @Native("ai.rapids.cudf.ColumnView.replaceRegex")
  public static StringVec replace(
      StringVec s, Regex regex, @OfScalar("Parameter replacement") byte[] replacement, long max) {
    Regex.Matcher matcher = regex.matcher();
    Row row = new Row();
    int[] state = new int[2];
    return s.map(
        (i, out) -> {
          if (!s.isNull(i)
              && max < 0
              && regex.isRun()
              && Utf8.isAscii(s.bytes, s.start(i), s.end(i))) {
            int from = s.start(i);
            for (; matcher.findRun(s.bytes, from, s.end(i)); from = matcher.result[1]) {
              out.add(s.bytes, from, matcher.result[0]);
              out.add(replacement);
            }
            out.add(s.bytes, from, s.end(i));
          } else if (!s.isNull(i)) {
            row.read(s, i);
            state[0] = s.start(i);
            state[1] = 0;
            all(
                matcher,
                row,
                match -> {
                  if (max >= 0 && state[1]++ >= max) {
                    return false;
                  }
                  out.add(s.bytes, state[0], row.bytes[match[0]]);
                  out.add(replacement);
                  state[0] = row.bytes[match[1]];
                  return true;
                });
            out.add(s.bytes, state[0], s.end(i));
          }
        });
  }

  /**
   * Every match replaced by a text in which {@code \1} or <code>${1}</code> stands for what a group
   * matched.
   */
  @Native("ai.rapids.cudf.ColumnView.stringReplaceWithBackrefs")
  public static StringVec replaceWithGroups(StringVec s, Regex regex, String template) {
    Cudf.expects(!template.isEmpty(), "Parameter replacement must not be empty");
    List<Object> parts = template(template, regex.groups());
    Regex.Matcher matcher = regex.matcher();
    Row row = new Row();
    int[] last = new int[1];
    return s.map(
        (i, out) -> {
          row.read(s, i);
          last[0] = s.start(i);
          all(
              matcher,
              row,
              match -> {
                out.add(s.bytes, last[0], row.bytes[match[0]]);
                for (Object part : parts) {
                  if (part instanceof byte[] text) {
                    out.add(text);
                  } else if (match[2 * (Integer) part] >= 0) {
                    int group = (Integer) part;
                    out.add(s.bytes, row.bytes[match[2 * group]], row.bytes[match[2 * group + 1]]);
                  }
                }
                last[0] = row.bytes[match[1]];
                return true;
              });
          out.add(s.bytes, last[0], s.end(i));
        });
  }

  /** Byte strings and group numbers. */
  private static List<Object> template(String template, int groups) {
    List<Object> parts = new ArrayList<>();
    java.util.regex.Matcher references =
        java.util.regex.Pattern.compile("\\\\(\\d+)|\\$\\{(\\d+)\\}").matcher(template);
    int from = 0;
    while (references.find()) {
      int group =
          Integer.parseInt(references.group(1) != null ? references.group(1) : references.group(2));
      Cudf.expects(group <= groups, "Group index numbers must be in the range 0 to group count");
      parts.add(
          template
              .substring(from, references.start())
              .getBytes(java.nio.charset.StandardCharsets.UTF_8));
      parts.add(group);
      from = references.end();
    }
    parts.add(template.substring(from).getBytes(java.nio.charset.StandardCharsets.UTF_8));
    return parts;
  }

  /**
   * A column for each group of the first match; all null where there is none. A group that took no
   * part is null, before 26 empty.
   */
  @Native("ai.rapids.cudf.ColumnView.extractRe")
  public static Vec[] extract(StringVec s, Regex regex) {
    Cudf.expects(regex.groups() > 0, "Group indicators not found in regex pattern");
    StringsOut[] outs = new StringsOut[regex.groups()];
    boolean[][] valid = new boolean[outs.length][s.size];
    for (int g = 0; g < outs.length; g++) {
      outs[g] = new StringsOut(s.size, 0);
    }
    Regex.Matcher matcher = regex.matcher();
    Row row = new Row();
    for (int i = 0; i < s.size; i++) {
      boolean found = false;
      if (!s.isNull(i)) {
        row.read(s, i);
        found = matcher.find(row.points, row.count, 0, Integer.MAX_VALUE);
      }
      for (int g = 0; g < outs.length; g++) {
        int from = found ? matcher.result[2 * g + 2] : -1;
        valid[g][i] = from >= 0 || (found && Cudf.isBefore26());
        if (from >= 0) {
          outs[g].add(s.bytes, row.bytes[from], row.bytes[matcher.result[2 * g + 3]]);
        }
        outs[g].end();
      }
    }
    Vec[] columns = new Vec[outs.length];
    for (int g = 0; g < outs.length; g++) {
      columns[g] = outs[g].vec(valid[g]);
    }
    return columns;
  }

  /** Every match of each row as a list; a row without matches has an empty one. */
  @Native("ai.rapids.cudf.ColumnView.extractAllRecord")
  public static ListVec findAll(StringVec s, String pattern, int flags, int captures, int index) {
    if (index != 0) {
      throw new Refused("extracting a group of every match");
    }
    return StringSplit.record(s, matches(Regex.of(pattern, flags, false)));
  }

  private static StringSplit.Cutter matches(Regex regex) {
    Regex.Matcher matcher = regex.matcher();
    Row row = new Row();
    return (s, i, parts) -> {
      row.read(s, i);
      all(
          matcher,
          row,
          match -> {
            if (match[0] == match[1] && Cudf.isBefore26()) {
              throw new Refused("an empty match, for which 25.04 writes out of bounds,");
            }
            parts.add(row.bytes[match[0]], row.bytes[match[1]]);
            return true;
          });
    };
  }

  @Native("ai.rapids.cudf.ColumnView.stringSplitRe")
  public static Vec[] split(StringVec s, Regex regex, int limit) {
    return StringSplit.table(s, cutter(regex, limit));
  }

  @Native("ai.rapids.cudf.ColumnView.stringSplitRecordRe")
  public static ListVec splitRecord(StringVec s, Regex regex, int limit) {
    return StringSplit.record(s, cutter(regex, limit));
  }

  /**
   * How a pattern cuts strings; {@code limit} is the greatest number of parts, none where it is not
   * positive.
   */
  private static StringSplit.Cutter cutter(Regex regex, int limit) {
    StringSplit.checkLimit(limit);
    Regex.Matcher matcher = regex.matcher();
    Row row = new Row();
    int[] last = new int[1];
    return (s, i, parts) -> {
      row.read(s, i);
      last[0] = s.start(i);
      all(
          matcher,
          row,
          match -> {
            if (limit > 0 && parts.size() + 1 >= limit) {
              return false;
            }
            parts.add(last[0], row.bytes[match[0]]);
            last[0] = row.bytes[match[1]];
            return true;
          });
      // what a match leaves of an empty string is null in libcudf
      parts.add(row.count == 0 && parts.size() > 0 ? StringSplit.NULL : last[0], s.end(i));
    };
  }
}
