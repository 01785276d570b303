// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python.columns;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The columnar forms of f-strings, {@code %} and {@code format}: of texts and of plain ints. */
public final class FormatForms {
  private static final Pattern PERCENT = Pattern.compile("%(0?)([0-9]{0,3})([sd%])");
  private static final Pattern FIELD =
      Pattern.compile("\\{\\{|\\}\\}|\\{([0-9]{0,2})(?::([^{}]*))?\\}");
  private static final Pattern SPEC = Pattern.compile("(0?)([0-9]{0,3})(d?)");

  private FormatForms() {}

  /** A value as {@code format(value, spec)} gives it. */
  public static Col formatted(Columns c, Col v, Col spec) {
    String text = TextForms.text(c, spec, "a format specification");
    if (text.isEmpty()) return ConversionForms.str(c, v);
    Matcher parts = SPEC.matcher(text);
    if (!parts.matches() || v.kind != Kind.INT) {
      throw c.refuse("the format specification " + text + " of " + v.name());
    }
    return padded(c, c.need(v, "TypeError"), parts.group(1), parts.group(2));
  }

  private static Col padded(Columns c, Col n, String zero, String width) {
    Col digits = ConversionForms.str(c, n);
    int least = width.isEmpty() ? 0 : Integer.parseInt(width);
    if (least <= 1) return digits;
    if (!zero.isEmpty()) return TextForms.zfill(c, digits, Col.constant((long) least));
    return TextForms.rjust(c, digits, Col.constant((long) least));
  }

  /** {@code template % values}. */
  public static Col percent(Columns c, Col template, Col values) {
    String text = TextForms.text(c, template, "% of a text");
    List<Col> left = new ArrayList<>(values.parts == null ? List.of(values) : values.parts);
    List<Col> all = new ArrayList<>();
    Matcher found = PERCENT.matcher(text);
    int from = 0;
    for (int at = text.indexOf('%'); at >= 0; at = text.indexOf('%', from)) {
      if (!found.region(at, text.length()).lookingAt()) throw c.refuse("a format as in " + text);
      all.add(Col.constant(text.substring(from, at)));
      from = found.end();
      if (found.group(3).equals("%")) {
        all.add(Col.constant("%"));
        continue;
      }
      if (left.isEmpty()) throw c.refuse("a format with too few values");
      Col v = left.remove(0);
      if (found.group(3).equals("s")) {
        if (!found.group(2).isEmpty()) throw c.refuse("a width of a text");
        all.add(ConversionForms.str(c, v));
      } else {
        if (v.kind != Kind.INT) throw c.refuse("%d of " + v.name());
        all.add(padded(c, c.need(v, "TypeError"), found.group(1), found.group(2)));
      }
    }
    if (!left.isEmpty()) throw c.refuse("a format with too many values");
    all.add(Col.constant(text.substring(from)));
    return TextForms.joined(c, all);
  }

  /** {@code template.format(values)}. */
  public static Col format(Columns c, Col template, List<Col> values) {
    String text = TextForms.text(c, template, "format() of a text");
    List<Col> all = new ArrayList<>();
    Matcher found = FIELD.matcher(text);
    int from = 0;
    int next = 0;
    while (found.find()) {
      all.add(literal(c, text.substring(from, found.start())));
      from = found.end();
      if (found.group().equals("{{") || found.group().equals("}}")) {
        all.add(Col.constant(found.group().substring(1)));
        continue;
      }
      boolean numbered = !found.group(1).isEmpty();
      if (numbered && next > 0) throw c.refuse("a format with and without numbers");
      int i = numbered ? Integer.parseInt(found.group(1)) : next++;
      if (i >= values.size()) throw c.refuse("a format with too few values");
      String spec = found.group(2) == null ? "" : found.group(2);
      all.add(formatted(c, values.get(i), Col.constant(spec)));
    }
    all.add(literal(c, text.substring(from)));
    return TextForms.joined(c, all);
  }

  private static Col literal(Columns c, String text) {
    if (text.indexOf('{') >= 0 || text.indexOf('}') >= 0) throw c.refuse("a format as " + text);
    return Col.constant(text);
  }
}
