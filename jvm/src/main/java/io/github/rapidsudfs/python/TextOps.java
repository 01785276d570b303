// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.text.Normalizer;

/** Small string functions of {@code html} and {@code unicodedata}. */
public final class TextOps {
  @Python(value = "html.escape", params = "quote", optional = 1)
  public static String escape(String s, Object quote) {
    String out = s.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    boolean quotes = Ops.truth(Py.or(quote, true));
    return quotes ? out.replace("\"", "&quot;").replace("'", "&#x27;") : out;
  }

  @Python(value = "html.escape", params = "quote", optional = 1)
  public static String escape(Object s, Object quote) {
    if (s instanceof String) return escape((String) s, quote);
    if (s != null && !(s instanceof Number)) throw new Unsupported("html.escape of this type");
    throw PyError.attribute(s, "replace");
  }

  /** Characters unknown to Unicode 13 are rejected. */
  @Python("unicodedata.normalize")
  public static String normalize(String form, String s) {
    if (s.isEmpty()) return s;
    if (!form.matches("NFK?[CD]")) throw PyError.value("invalid normalization form");
    for (int i = 0; i < s.length(); i += Character.charCount(s.codePointAt(i))) {
      int c = s.codePointAt(i);
      boolean unknown = RegexFold.isNew(c) || Character.getType(c) == Character.UNASSIGNED;
      if (c >= 0x370 && unknown) Texts.unassigned(c);
    }
    return Normalizer.normalize(s, Normalizer.Form.valueOf(form));
  }

  @Python("unicodedata.normalize")
  public static String normalize(Object form, Object s) {
    String f = StringCodec.text(form, "normalize() argument 1");
    return normalize(f, StringCodec.text(s, "normalize() argument 2"));
  }
}
