// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python.columns;

import io.github.rapidsudfs.columns.StringBytes;
import io.github.rapidsudfs.python.DynamicCalls;
import io.github.rapidsudfs.python.PyDict;
import io.github.rapidsudfs.python.PyError;
import io.github.rapidsudfs.python.Unsupported;
import java.util.Arrays;

/**
 * The columnar form of {@code str.translate} with a table that {@code str.maketrans} makes from
 * constants.
 */
public final class TableForms {
  private TableForms() {}

  /** With a table of ASCII characters, each replaced by another one or deleted. */
  public static Col translate(MaskedWriter c, Col s, Col table) {
    if (table.constant == null || table.constant.getClass() != PyDict.class) {
      throw c.refuse("translate() by anything but a constant dictionary");
    }
    for (Object key : (PyDict) table.constant) {
      boolean ascii = key instanceof Long && (Long) key >= 0 && (Long) key < 128;
      if (!ascii) throw c.refuse("translate() by a table of other than ASCII characters");
    }
    byte[] bytes = StringBytes.sameBytes();
    boolean removes = false;
    for (int b = 0; b < 128; b++) {
      String own = String.valueOf((char) b);
      String by = translated(c, own, table);
      boolean same = by.equals(own);
      if (by.length() > 1
          || !by.isEmpty() && by.charAt(0) > 127
          || !same && by.equals(StringSteps.MARK)) {
        throw c.refuse("translate() by other than single ASCII characters");
      }
      removes |= by.isEmpty();
      bytes[b] = (byte) (by.isEmpty() ? StringSteps.MARK : by).charAt(0);
    }
    if (removes) StringSteps.mark(c, s);
    Col made = StringSteps.mapped(c, s, "translate " + Arrays.toString(bytes), bytes);
    return c.asciiLike(removes ? StringSteps.withoutMarks(c, made) : made, s);
  }

  private static String translated(MaskedWriter c, String one, Col table) {
    try {
      return (String) DynamicCalls.call("str.translate", one, table.constant);
    } catch (PyError | Unsupported e) {
      // Raised for strings that contain the character.
      throw c.refuse("translate() by a table with " + e.getMessage());
    }
  }
}
