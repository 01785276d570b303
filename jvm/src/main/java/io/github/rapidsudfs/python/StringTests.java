// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

public final class StringTests {
  private StringTests() {}

  static boolean printable(int c) {
    int type = Character.getType(c);
    if (type == Character.UNASSIGNED) throw new Unsupported("a code point of a later Unicode");
    return c == ' '
        || type != Character.CONTROL
            && type != Character.FORMAT
            && type != Character.SURROGATE
            && type != Character.PRIVATE_USE
            && type != Character.LINE_SEPARATOR
            && type != Character.PARAGRAPH_SEPARATOR
            && type != Character.SPACE_SEPARATOR;
  }
}
