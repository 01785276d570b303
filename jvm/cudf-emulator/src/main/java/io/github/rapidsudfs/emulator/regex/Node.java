// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.regex;

import java.util.List;

/** The parts of a parsed pattern. */
sealed interface Node {
  /** Returns whether the node can match the empty string. */
  default boolean isNullable() {
    return false;
  }

  record Char(int point) implements Node {}

  record Set(CharClass characters) implements Node {}

  /**
   * A zero-width assertion: {@code ^} and {@code $} (with the line forms {@code <} and {@code >}),
   * {@code A}, {@code Z}, {@code b}, {@code B}.
   */
  record Place(char kind) implements Node {
    @Override
    public boolean isNullable() {
      return true;
    }
  }

  record Sequence(List<Node> parts) implements Node {
    @Override
    public boolean isNullable() {
      return parts.stream().allMatch(Node::isNullable);
    }
  }

  record Either(Node first, Node second) implements Node {
    @Override
    public boolean isNullable() {
      return first.isNullable() || second.isNullable();
    }
  }

  /** A group; number 0 does not capture. */
  record Group(Node body, int number) implements Node {
    @Override
    public boolean isNullable() {
      return body.isNullable();
    }
  }

  /** A repetition; a negative {@code max} means unlimited. */
  record Repeat(Node body, int min, int max, boolean greedy) implements Node {
    @Override
    public boolean isNullable() {
      return min == 0 || body.isNullable();
    }
  }
}
