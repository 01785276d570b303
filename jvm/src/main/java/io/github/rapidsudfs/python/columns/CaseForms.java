// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python.columns;

import ai.rapids.cudf.ColumnVector;
import io.github.rapidsudfs.columns.Masks;
import io.github.rapidsudfs.columns.StringBytes;
import io.github.rapidsudfs.python.columns.ColumnPlan.Run;
import java.util.function.UnaryOperator;

/**
 * The columnar forms of str's case conversions. cuDF converts, and strings with characters that it
 * converts differently are odd; in batches of ASCII, lower and upper case are cheaper by a table of
 * bytes.
 */
public final class CaseForms {
  private static final String NEW_LETTERS = "\u2c2e\u2c30-\u2c5e\u2c60-\ua7bf";

  /**
   * The characters that libcudf 26.08.1, tested one by one, converts as Python 3.10 to 3.13 do:
   * those of the BMP except a final sigma and letters that Unicode added later.
   */
  private static final String LOWER =
      "\u0001-\u03a2\u03a4-\u1c88\u1c8b-" + NEW_LETTERS + "\ua800-\uffff";

  private static final String UPPER =
      "\u0001-\u1c88\u1c8b-" + NEW_LETTERS + "\ua800-\ufaff\ufb13-\uffff";

  /** Without letters that have a separate title case. */
  private static final String CAPITALIZED =
      "\u0001-\u01c3\u01cd-\u01f0\u01f4-\u03a2\u03a4-\u1c88\u1c8b-\u1f7f\u2000-"
          + NEW_LETTERS
          + "\ua800-\ufaff\ufb13-\uffff";

  /** Latin and Cyrillic letters and punctuation: cuDF treats letters without case as cased. */
  private static final String TITLED =
      "\u0001-\u01ba\u01cd-\u01f0\u01f4-\u0293\u0400-\u0481\u048a-\u052f"
          + "\u1e00-\u1eff\u2000-\u2070\u20a0-\u20bf";

  private CaseForms() {}

  private static Col cased(
      MaskedWriter c,
      Col s,
      String name,
      String same,
      byte[] table,
      UnaryOperator<ColumnVector> conversion) {
    if (c.isAscii(s)) return c.asAscii(StringSteps.mapped(c, s, name, table));
    StringSteps.oddWith(c, s, name, "[^" + same + "]");
    Run run =
        (scope, rows, in) ->
            Masks.all(in[1]) ? StringBytes.map(in[0], table) : conversion.apply(in[0]);
    Col plain = StringSteps.isAsciiOrNull(c, s);
    return c.step(name, Kind.STR, s.nulls, 6, 1100, run, s, plain);
  }

  public static Col lower(MaskedWriter c, Col s) {
    byte[] table = StringSteps.table(b -> b >= 'A' && b <= 'Z', 'a' - 'A');
    return cased(c, s, "lower", LOWER, table, ColumnVector::lower);
  }

  public static Col upper(MaskedWriter c, Col s) {
    byte[] table = StringSteps.table(b -> b >= 'a' && b <= 'z', 'A' - 'a');
    return cased(c, s, "upper", UPPER, table, ColumnVector::upper);
  }

  public static Col title(MaskedWriter c, Col s) {
    StringSteps.oddWith(c, s, "title", "[^" + TITLED + "]");
    Run run = (scope, rows, in) -> in[0].toTitle();
    return c.asciiLike(c.step("title", Kind.STR, s.nulls, 4, 5000, run, s), s);
  }

  public static Col capitalize(MaskedWriter c, Col s) {
    StringSteps.oddWith(c, s, "capitalize", "[^" + CAPITALIZED + "]");
    StringSteps.WithText run = (strings, none) -> strings.capitalize(none);
    return c.asciiLike(StringSteps.with(c, "capitalize", Kind.STR, 4, 5000, s, "", run), s);
  }
}
