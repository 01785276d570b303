// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.golden;

import ai.rapids.cudf.CaptureGroups;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.HostColumnVector;
import ai.rapids.cudf.RegexProgram;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Records cuDF's character classes and case mappings for the emulator's {@code
 * characters.properties}.
 */
final class CharacterRecorder {
  private static final int[] POINTS =
      IntStream.rangeClosed(1, Character.MAX_CODE_POINT)
          .filter(c -> c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE)
          .toArray();
  private static final int WIDTH = 100;

  private CharacterRecorder() {}

  /** The lines of the file. */
  static String record() {
    String[] characters = each(Character::toString);
    try (ColumnVector column = ColumnVector.fromStrings(characters);
        ColumnVector before = ColumnVector.fromStrings(each(c -> Character.toString(c) + "a"))) {
      String[] titled = strings(before.toTitle());
      String[] upper = strings(column.upper());
      String[] title = strings(column.toTitle());
      return "# cuDF's tables of characters, recorded from it: change nothing here. Ranges and"
          + " their cases\n"
          + "# are first[-last[/step]][:to[+to...]], in hexadecimal.\n"
          + line("letter", ranges(where(i -> titled[i].endsWith("a"))))
          + line("word", ranges(matching(column, "\\w")))
          + line("digit", ranges(matching(column, "\\d")))
          + line("space", ranges(matching(column, "\\s")))
          + line("upper", cases(characters, upper))
          + line("lower", cases(characters, strings(column.lower())))
          + line("title", cases(upper, title));
    }
  }

  private static String[] each(Function<Integer, String> text) {
    return Arrays.stream(POINTS).mapToObj(text::apply).toArray(String[]::new);
  }

  private static BitSet where(Function<Integer, Boolean> holds) {
    BitSet points = new BitSet();
    for (int i = 0; i < POINTS.length; i++) {
      points.set(POINTS[i], holds.apply(i));
    }
    return points;
  }

  private static BitSet matching(ColumnVector column, String pattern) {
    RegexProgram program = new RegexProgram(pattern, CaptureGroups.NON_CAPTURE);
    try (ColumnVector result = column.containsRe(program);
        HostColumnVector host = result.copyToHost()) {
      return where(i -> host.getBoolean(i));
    }
  }

  private static String[] strings(ColumnVector column) {
    try (column;
        HostColumnVector host = column.copyToHost()) {
      return IntStream.range(0, POINTS.length).mapToObj(host::getJavaString).toArray(String[]::new);
    }
  }

  private static StringBuilder ranges(BitSet points) {
    StringBuilder text = new StringBuilder();
    for (int from = points.nextSetBit(0); from >= 0; ) {
      int end = points.nextClearBit(from);
      range(text, from, end - 1, 1);
      from = points.nextSetBit(end);
    }
    return text;
  }

  private static void range(StringBuilder text, int first, int last, int step) {
    text.append(' ').append(Integer.toHexString(first));
    if (last > first) {
      text.append('-').append(Integer.toHexString(last)).append(step == 1 ? "" : "/" + step);
    }
  }

  /**
   * The differences of {@code to} from {@code from}, as runs of characters one or two apart with
   * the same mapping.
   */
  private static StringBuilder cases(String[] from, String[] to) {
    List<Integer> changed =
        IntStream.range(0, POINTS.length)
            .filter(i -> !from[i].equals(to[i]))
            .boxed()
            .collect(Collectors.toList());
    StringBuilder text = new StringBuilder();
    for (int at = 0, end; at < changed.size(); at = end) {
      int first = changed.get(at);
      int step = at + 1 < changed.size() ? changed.get(at + 1) - first : 1;
      end = at + 1;
      while (step <= 2 && end < changed.size() && goesOn(changed, to, at, end, step)) {
        end++;
      }
      range(text, POINTS[first], POINTS[changed.get(end - 1)], step);
      String points =
          to[first].codePoints().mapToObj(Integer::toHexString).collect(Collectors.joining("+"));
      text.append(':').append(points);
    }
    return text;
  }

  private static boolean goesOn(List<Integer> changed, String[] to, int at, int end, int step) {
    int first = changed.get(at);
    int next = changed.get(end);
    boolean single = to[first].codePointCount(0, to[first].length()) == 1;
    return single
        && next - first == step * (end - at)
        && POINTS[next] - POINTS[first] == next - first
        && to[next].equals(Character.toString(to[first].codePointAt(0) + next - first));
  }

  private static String line(String name, StringBuilder words) {
    StringBuilder text = new StringBuilder(name).append(" =");
    int length = text.length();
    for (String word : words.substring(1).split(" ")) {
      boolean wraps = length + word.length() + 3 > WIDTH;
      text.append(wraps ? " \\\n    " : " ").append(word);
      length = (wraps ? 4 : length + 1) + word.length();
    }
    return text.append('\n').toString();
  }
}
