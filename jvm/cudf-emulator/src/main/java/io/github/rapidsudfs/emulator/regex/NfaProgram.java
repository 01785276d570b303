// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.regex;

import java.util.ArrayList;
import java.util.List;

/**
 * A pattern compiled to instructions of a machine that follows all matches in parallel, in order of
 * preference.
 */
final class NfaProgram {
  static final int CHAR = 0;
  static final int SET = 1;
  static final int SPLIT = 2;
  static final int JUMP = 3;
  static final int SAVE = 4;
  static final int PLACE = 5;
  static final int MATCH = 6;

  /** An instruction: SPLIT prefers {@code x}; SAVE stores the position in slot {@code x}. */
  record Step(int op, int x, int y, CharClass set) {}

  final List<Step> steps = new ArrayList<>();

  static NfaProgram of(Node node) {
    NfaProgram program = new NfaProgram();
    program.emit(node);
    program.add(MATCH, 0, 0, null);
    return program;
  }

  private int add(int op, int x, int y, CharClass set) {
    steps.add(new Step(op, x, y, set));
    return steps.size() - 1;
  }

  private void split(int at, int preferred, int other) {
    steps.set(at, new Step(SPLIT, preferred, other, null));
  }

  private void emit(Node node) {
    if (node instanceof Node.Char c) {
      add(CHAR, c.point(), 0, null);
    } else if (node instanceof Node.Set set) {
      add(SET, 0, 0, set.characters());
    } else if (node instanceof Node.Place place) {
      add(PLACE, place.kind(), 0, null);
    } else if (node instanceof Node.Sequence sequence) {
      sequence.parts().forEach(this::emit);
    } else if (node instanceof Node.Group group) {
      if (group.number() > 0) {
        add(SAVE, 2 * group.number(), 0, null);
      }
      emit(group.body());
      if (group.number() > 0) {
        add(SAVE, 2 * group.number() + 1, 0, null);
      }
    } else if (node instanceof Node.Either either) {
      int split = add(SPLIT, 0, 0, null);
      emit(either.first());
      int jump = add(JUMP, 0, 0, null);
      split(split, split + 1, steps.size());
      emit(either.second());
      steps.set(jump, new Step(JUMP, steps.size(), 0, null));
    } else if (node instanceof Node.Repeat repeat) {
      repeat(repeat);
    }
  }

  private void repeat(Node.Repeat r) {
    for (int i = 0; i < r.min() - (r.max() < 0 && r.min() > 0 ? 1 : 0); i++) {
      emit(r.body());
    }
    if (r.max() < 0) {
      int start = steps.size();
      if (r.min() > 0) {
        emit(r.body());
        int split = add(SPLIT, 0, 0, null);
        split(split, r.greedy() ? start : split + 1, r.greedy() ? split + 1 : start);
      } else {
        int split = add(SPLIT, 0, 0, null);
        emit(r.body());
        add(JUMP, split, 0, null);
        split(split, r.greedy() ? split + 1 : steps.size(), r.greedy() ? steps.size() : split + 1);
      }
      return;
    }
    List<Integer> splits = new ArrayList<>();
    for (int i = r.min(); i < r.max(); i++) {
      splits.add(add(SPLIT, 0, 0, null));
      emit(r.body());
    }
    for (int split : splits) {
      split(split, r.greedy() ? split + 1 : steps.size(), r.greedy() ? steps.size() : split + 1);
    }
  }
}
