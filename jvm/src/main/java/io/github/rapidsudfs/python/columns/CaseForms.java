// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python.columns;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.columns.Columns;
import io.github.rapidsudfs.columns.StringBytes;
import io.github.rapidsudfs.python.columns.ColumnPlan.Run;
import java.util.function.IntPredicate;

/**
 * The columnar forms of str's case conversions. Batches of ASCII strings change by a table of
 * bytes. In others cuDF converts, and strings with characters that it converts differently are odd.
 */
public final class CaseForms {
  private static final String NEW_LETTERS = "\u2c2e\u2c30-\u2c5e\u2c60-\ua7bf";

  /**
   * The characters that cuDF converts as Python 3.10 to 3.13, as found for each by libcudf 26.08.1:
   * those of the BMP but a final sigma and letters that Unicode added later.
   */
  private static final String LOWER =
      "\u0001-\u03a2\u03a4-\u1c88\u1c8b-" + NEW_LETTERS + "\ua800-\uffff";

  private static final String UPPER =
      "\u0001-\u1c88\u1c8b-" + NEW_LETTERS + "\ua800-\ufaff\ufb13-\uffff";

  /** Without letters that have a title case of their own. */
  private static final String CAPITALIZED =
      "\u0001-\u01c3\u01cd-\u01f0\u01f4-\u03a2\u03a4-\u1c88\u1c8b-\u1f7f\u2000-"
          + NEW_LETTERS
          + "\ua800-\ufaff\ufb13-\uffff";

  /** Latin and Cyrillic letters and punctuation: cuDF takes letters without case for cased ones. */
  private static final String TITLED =
      "\u0001-\u01ba\u01cd-\u01f0\u01f4-\u0293\u0400-\u0481\u048a-\u052f"
          + "\u1e00-\u1eff\u2000-\u2070\u20a0-\u20bf";

  private CaseForms() {}

  /** A conversion by cuDF. */
  private interface Conversion {
    ColumnVector of(Columns scope, ColumnVector strings);
  }

  /** Converts strings; those with other than these characters are odd unless they are ASCII. */
  private static Col converted(
      MaskedWriter c,
      Col s,
      String name,
      int price,
      String same,
      Conversion ascii,
      Conversion other) {
    if (c.isAscii(s)) {
      Run run = (scope, rows, in) -> ascii.of(scope, in[0]);
      return c.asAscii(c.step(name, Kind.STR, s.nulls, 4, price, run, s));
    }
    Col plain = StringSteps.isAsciiOrNull(c, s);
    StringSteps.oddWith(c, s, name, "[^" + same + "]");
    Run run = (scope, rows, in) -> (StringSteps.all(in[1]) ? ascii : other).of(scope, in[0]);
    return c.step(name, Kind.STR, s.nulls, 6, price, run, s, plain);
  }

  private static Conversion bytes(IntPredicate changed, int by) {
    byte[] table = StringSteps.table(changed, by);
    return (scope, strings) -> StringBytes.map(strings, table);
  }

  public static Col lower(MaskedWriter c, Col s) {
    Conversion ascii = bytes(b -> b >= 'A' && b <= 'Z', 'a' - 'A');
    return converted(c, s, "lower", 1100, LOWER, ascii, (scope, strings) -> strings.lower());
  }

  public static Col upper(MaskedWriter c, Col s) {
    Conversion ascii = bytes(b -> b >= 'a' && b <= 'z', 'A' - 'a');
    return converted(c, s, "upper", 1100, UPPER, ascii, (scope, strings) -> strings.upper());
  }

  public static Col title(MaskedWriter c, Col s) {
    Conversion title = (scope, strings) -> strings.toTitle();
    return converted(c, s, "title", 5000, TITLED, title, title);
  }

  public static Col capitalize(MaskedWriter c, Col s) {
    Conversion capitalize =
        (scope, strings) -> strings.capitalize(scope.own(Scalar.fromString("")));
    return converted(c, s, "capitalize", 5000, CAPITALIZED, capitalize, capitalize);
  }
}
