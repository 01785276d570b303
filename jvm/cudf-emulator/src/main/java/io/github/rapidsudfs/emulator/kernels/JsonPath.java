// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.memory.CudfClasses;
import io.github.rapidsudfs.emulator.memory.Refused;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A JSONPath, parsed like {@code cudf::get_json_object} does. Unsupported syntax is either an error
 * or, in cuDF's Java layer, a path that finds nothing.
 */
final class JsonPath {
  enum Kind {
    NAME,
    INDEX,
    ANY
  }

  /** A step into an element: to the child with a name or index, or to every child. */
  record Step(Kind kind, byte[] name, int index) {}

  private static final int DEEPEST = 7; // libcudf's limit of wildcard steps

  private final byte[] path;
  private int at;

  private JsonPath(byte[] path) {
    this.path = path;
  }

  /** The steps from the root; null for a path that finds nothing. */
  static List<Step> steps(byte[] path) {
    try {
      return new JsonPath(path).steps();
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private List<Step> steps() {
    while (at < path.length && JsonElements.isSpace(path[at])) {
      at++;
    }
    if (at >= path.length) {
      return null;
    }
    List<Step> steps = new ArrayList<>();
    boolean begun = false;
    while (at < path.length) {
      int c = path[at++];
      if (c == '$') {
        CudfClasses.expects(!begun, "Root operator ($) can only exist at the root");
      } else {
        steps.add(step(c));
      }
      begun = true;
    }
    long each = steps.stream().filter(step -> step.kind == Kind.ANY).count();
    CudfClasses.expects(each <= DEEPEST, "Encountered JSONPath string that is too complex");
    Refused.when(
        each == DEEPEST, "a JSONPath with " + DEEPEST + " steps to each child, whose last is lost");
    return steps;
  }

  private Step step(int c) {
    switch (c) {
      case '*' -> {
        at++; // like libcudf, which skips whatever follows
        return new Step(Kind.ANY, null, -1);
      }
      case '.' -> {
        byte[] name = peek() == '*' ? star() : until(".[");
        return isStar(name) ? new Step(Kind.ANY, null, -1) : new Step(Kind.NAME, name, -1);
      }
      case '[' -> {
        boolean quoted = peek() == '\'';
        byte[] name = peek() == '*' ? star() : quoted ? quotedName() : until("]");
        at++; // the closing bracket, which libcudf does not check
        if (isStar(name)) {
          return new Step(Kind.ANY, null, -1);
        }
        return quoted
            ? new Step(Kind.NAME, name, -1)
            : new Step(Kind.INDEX, null, index(new String(name, StandardCharsets.UTF_8)));
      }
      default -> throw new IllegalArgumentException("unrecognized JSONPath operator");
    }
  }

  private static boolean isStar(byte[] name) {
    return name.length == 1 && name[0] == '*';
  }

  private int peek() {
    return at < path.length ? path[at] : 0;
  }

  private byte[] star() {
    at++;
    return new byte[] {'*'};
  }

  private byte[] until(String ends) {
    int start = at;
    while (at < path.length && ends.indexOf(path[at]) < 0) {
      at++;
    }
    return named(start, at);
  }

  private byte[] quotedName() {
    int end = JsonElements.stringEnd(path, at, path.length);
    CudfClasses.requires(end >= 0, "a name in a JSONPath does not end");
    int start = at + 1;
    at = end;
    return named(start, end - 1);
  }

  private byte[] named(int start, int end) {
    CudfClasses.requires(end > start, "an empty name in a JSONPath");
    return Arrays.copyOfRange(path, start, end);
  }

  private static int index(String text) {
    if (text.matches("[0-9]{1,9}")) {
      return Integer.parseInt(text);
    }
    if (text.matches("-[1-9][0-9]{0,8}|[a-zA-Z]+")) {
      throw CudfClasses.error("Invalid numeric index specified in JSONPath");
    }
    throw new Refused("the index [" + text + "] in a JSONPath");
  }
}
