// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.regex;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A lazily built deterministic automaton for a program without groups and assertions. It tries one
 * start position after another, so that it finds the same match as {@link Regex.Matcher}: the
 * leftmost, and among these the preferred one. Not thread-safe.
 */
final class Dfa {
  static final int NONE = 0;
  static final int FOUND = 1;
  static final int UNDECIDED = 2;

  private static final int MOST_STATES = 500;
  private static final int ASCII = 128;

  /** The instructions that wait for a character, by preference, up to a match. */
  private static final class State {
    final int[] waiting;
    final boolean matches;
    final State[] next = new State[ASCII];

    State(int[] waiting, boolean matches) {
      this.waiting = waiting;
      this.matches = matches;
    }

    boolean isDead() {
      return waiting.length == 0 && !matches;
    }
  }

  private final NfaProgram.Step[] steps;
  private final Map<List<Integer>, State> states = new HashMap<>();
  private final int[] reached;
  private final boolean[] seen;
  private int count;
  private boolean matched;
  private final State first;

  private Dfa(NfaProgram.Step[] steps) {
    this.steps = steps;
    reached = new int[steps.length];
    seen = new boolean[steps.length];
    begin();
    follow(0);
    first = state();
  }

  /** The automaton, or null for a program with groups or assertions. */
  static Dfa of(NfaProgram.Step[] steps) {
    for (NfaProgram.Step step : steps) {
      if (step.op() == NfaProgram.SAVE || step.op() == NfaProgram.PLACE) {
        return null;
      }
    }
    return new Dfa(steps);
  }

  /**
   * Searches for a match that starts at {@code from} or later, but before {@code lastStart}, and
   * writes its start and end to {@code result}. Undecided if this takes too long or too many
   * states.
   */
  int find(int[] points, int length, int from, int lastStart, int[] result) {
    // trying one start position after another is quadratic for some texts
    long patience = 64L * (length - from) + 1024;
    for (int start = from; start <= length && start < lastStart; start++) {
      if (!first.matches) {
        while (start < length && next(first, points[start]).isDead()) {
          start++;
        }
        if (start >= length || start >= lastStart) {
          return NONE;
        }
      }
      int end = -1;
      State state = first;
      for (int at = start; ; at++) {
        if (state.matches) {
          end = at;
        }
        if (at == length || state.waiting.length == 0) {
          break;
        }
        if (--patience < 0 || states.size() > MOST_STATES) {
          return UNDECIDED;
        }
        state = next(state, points[at]);
      }
      if (end >= 0) {
        result[0] = start;
        result[1] = end;
        return FOUND;
      }
    }
    return NONE;
  }

  private State next(State state, int point) {
    if (point < 0 || point >= ASCII) {
      return after(state, point);
    }
    State next = state.next[point];
    if (next == null) {
      next = after(state, point);
      state.next[point] = next;
    }
    return next;
  }

  private State after(State state, int point) {
    begin();
    for (int at : state.waiting) {
      NfaProgram.Step step = steps[at];
      if (step.op() == NfaProgram.CHAR ? step.x() == point : step.set().has(point)) {
        follow(at + 1);
      }
    }
    // usually a loop: found again without a map lookup
    boolean same =
        matched == state.matches
            && Arrays.equals(reached, 0, count, state.waiting, 0, state.waiting.length);
    return same ? state : state();
  }

  private void begin() {
    Arrays.fill(seen, false);
    count = 0;
    matched = false;
  }

  /** Adds the instructions reached without a character, by preference, up to a match. */
  private void follow(int from) {
    for (int at = from; !seen[at] && !matched; ) {
      seen[at] = true;
      NfaProgram.Step step = steps[at];
      switch (step.op()) {
        case NfaProgram.JUMP -> at = step.x();
        case NfaProgram.SPLIT -> {
          follow(step.x());
          at = step.y();
        }
        case NfaProgram.MATCH -> matched = true;
        default -> reached[count++] = at;
      }
    }
  }

  /** The state of the instructions reached. */
  private State state() {
    int[] waiting = Arrays.copyOf(reached, count);
    List<Integer> key = Arrays.asList(new Integer[count + 1]);
    for (int i = 0; i < count; i++) {
      key.set(i, waiting[i]);
    }
    key.set(count, matched ? -1 : -2);
    return states.computeIfAbsent(key, k -> new State(waiting, k.get(k.size() - 1) == -1));
  }
}
