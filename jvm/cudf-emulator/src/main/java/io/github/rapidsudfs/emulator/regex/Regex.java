// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.regex;

import java.util.function.IntUnaryOperator;

/**
 * A compiled pattern. Matches are libcudf's: the leftmost, and among these the one that the pattern
 * prefers. Positions are indices of code points.
 */
public final class Regex {
  private final NfaProgram.Step[] steps;
  private final int slots;
  private final boolean newlines;
  private final boolean anchored;
  private final int firstChar;
  private final CharClass firstSet;
  private final CharClass runOf;
  private final boolean single;

  private Regex(Parser.Parsed parsed) {
    NfaProgram program = NfaProgram.of(parsed.node());
    steps = program.steps.toArray(new NfaProgram.Step[0]);
    slots = 2 * (parsed.groups() + 1);
    newlines = parsed.hasNewlines();
    anchored = steps[0].op() == NfaProgram.PLACE && (steps[0].x() == '^' || steps[0].x() == 'A');
    firstSet = steps[0].op() == NfaProgram.SET ? steps[0].set() : null;
    // a single character set, or its greedy repetition, needs no machine
    boolean loops = steps.length == 3 && steps[1].op() == NfaProgram.SPLIT && steps[1].x() == 0;
    single = steps.length == 2;
    runOf = steps[0].op() == NfaProgram.SET && (single || loops) ? steps[0].set() : null;
    firstChar = steps[0].op() == NfaProgram.CHAR ? steps[0].x() : -1;
  }

  /** Compiles a pattern with libcudf's flags; groups capture if {@code capture} is set. */
  public static Regex of(String pattern, int flags, boolean capture) {
    return new Regex(Parser.parse(pattern, flags, capture));
  }

  /** The number of capturing groups. */
  public int groups() {
    return slots / 2 - 1;
  }

  /** Returns whether the pattern is one character set, possibly repeated greedily. */
  public boolean isRun() {
    return runOf != null;
  }

  /** A reusable matcher, which is not thread-safe. */
  public Matcher matcher() {
    return new Matcher();
  }

  /** The state of a search. */
  public final class Matcher {
    private final int[][] lists = new int[2][steps.length];
    private final int[][] captures = new int[2][steps.length * slots];
    private final int[] sizes = new int[2];
    private final int[] mark = new int[steps.length];
    private final int[] scratch = new int[slots];
    private final Dfa dfa = newlines ? null : Dfa.of(steps);
    private int generation;
    private int[] text;
    private int length;

    /** The start and end of the match and of each group, -1 for a group that took no part. */
    public final int[] result = new int[slots];

    /** Returns whether a match starts at {@code from} or later, before {@code lastStart}. */
    public boolean find(int[] points, int count, int from, int lastStart) {
      text = points;
      length = count;
      if (runOf != null) {
        return findRun(i -> points[i], from, Math.min(lastStart, count), count);
      }
      int quick = dfa == null ? Dfa.UNDECIDED : dfa.find(points, count, from, lastStart, result);
      return quick == Dfa.UNDECIDED
          ? findSlowly(points, count, from, lastStart)
          : quick == Dfa.FOUND;
    }

    /** Follows all start positions in parallel, in time linear in the text. */
    boolean findSlowly(int[] points, int count, int from, int lastStart) {
      text = points;
      length = count;
      int current = 0;
      sizes[0] = 0;
      boolean found = false;
      for (int at = from; at <= length; at++) {
        if (!found && at < lastStart && (!anchored || at == 0)) {
          if ((firstChar >= 0 || firstSet != null) && sizes[current] == 0) {
            while (at < length
                && !(firstSet == null ? text[at] == firstChar : firstSet.has(text[at]))) {
              at++;
            }
            if (at >= length || at >= lastStart) {
              return false;
            }
          }
          if (sizes[current] == 0) {
            generation++;
          }
          java.util.Arrays.fill(scratch, -1);
          scratch[0] = at;
          follow(current, 0, at);
        }
        if (sizes[current] == 0 && (found || anchored || at + 1 >= lastStart)) {
          break;
        }
        int next = 1 - current;
        sizes[next] = 0;
        generation++;
        int c = at < length ? text[at] : -1;
        for (int i = 0; i < sizes[current]; i++) {
          NfaProgram.Step step = steps[lists[current][i]];
          if (step.op() == NfaProgram.MATCH) {
            System.arraycopy(captures[current], i * slots, result, 0, slots);
            result[1] = at;
            found = true;
            break;
          }
          boolean takes =
              c >= 0 && (step.op() == NfaProgram.CHAR ? step.x() == c : step.set().has(c));
          if (takes) {
            System.arraycopy(captures[current], i * slots, scratch, 0, slots);
            follow(next, lists[current][i] + 1, at + 1);
          }
        }
        current = next;
      }
      return found;
    }

    /** As {@link #find}, in ASCII text with byte positions, if {@link Regex#isRun}. */
    public boolean findRun(byte[] ascii, int from, int to) {
      return findRun(i -> ascii[i], from, to, to);
    }

    private boolean findRun(IntUnaryOperator points, int from, int before, int to) {
      int start = from;
      while (start < before && !runOf.has(points.applyAsInt(start))) {
        start++;
      }
      if (start >= before) {
        return false;
      }
      int end = start + 1;
      while (!single && end < to && runOf.has(points.applyAsInt(end))) {
        end++;
      }
      result[0] = start;
      result[1] = end;
      return true;
    }

    /** Adds the instructions reachable without consuming a character, in order of preference. */
    private void follow(int list, int from, int at) {
      for (int step = from; mark[step] != generation; ) {
        mark[step] = generation;
        NfaProgram.Step s = steps[step];
        switch (s.op()) {
          case NfaProgram.JUMP -> step = s.x();
          case NfaProgram.SPLIT -> {
            int[] saved = slots > 2 ? scratch.clone() : null;
            follow(list, s.x(), at);
            if (saved != null) {
              System.arraycopy(saved, 0, scratch, 0, slots);
            }
            step = s.y();
          }
          case NfaProgram.SAVE -> {
            int old = scratch[s.x()];
            scratch[s.x()] = at;
            follow(list, step + 1, at);
            scratch[s.x()] = old;
          }
          case NfaProgram.PLACE -> step = isPlace((char) s.x(), at) ? step + 1 : step;
          default -> {
            int index = sizes[list]++;
            lists[list][index] = step;
            System.arraycopy(scratch, 0, captures[list], index * slots, slots);
          }
        }
      }
    }

    private boolean isPlace(char kind, int at) {
      return switch (kind) {
        case '^', 'A' -> at == 0;
        case '<' -> at == 0 || (isLineEnd(at - 1) && !isPairEnd(at));
        case '$' ->
            at == length
                || (isLineEnd(at)
                    && !isPairEnd(at)
                    && (at == length - 1 || (at == length - 2 && isPairEnd(at + 1))));
        case '>' -> at == length || (isLineEnd(at) && !isPairEnd(at));
        case 'Z' -> at == length;
        default -> {
          boolean before = at > 0 && Characters.isWord(text[at - 1]);
          boolean after = at < length && Characters.isWord(text[at]);
          yield (before != after) == (kind == 'b');
        }
      };
    }

    /** Returns whether a line ends here; with EXT_NEWLINE at any line terminator. */
    private boolean isLineEnd(int at) {
      int c = text[at];
      return c == '\n' || (newlines && (c == '\r' || c == 0x85 || c == 0x2028 || c == 0x2029));
    }

    /** Returns whether a line feed follows a carriage return; from 26 on, both are one line end. */
    private boolean isPairEnd(int at) {
      return newlines && at > 0 && at < length && text[at] == '\n' && text[at - 1] == '\r';
    }
  }
}
