// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python.columns;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The columnar forms of f-strings, {@code %} and {@code format}, for strings, ints and floats. */
public final class FormatForms {
  private static final Pattern PERCENT = Pattern.compile("%(0?)([0-9]{0,3})((?:\\.[0-9])?[sdf%])");
  private static final Pattern FIELD =
      Pattern.compile("\\{\\{|\\}\\}|\\{([0-9]{0,2})(?::([^{}]*))?\\}");
  private static final Pattern SPEC =
      Pattern.compile("([<>]?)(0?)([0-9]{0,3})(,?)((?:\\.[0-9])?[dfs%]?)");
  private static final String DEFAULT_PLACES = "6";

  private FormatForms() {}

  /** A value formatted as by {@code format(value, spec)}. */
  public static Col formatted(MaskedWriter c, Col v, Col spec) {
    String text = TextForms.text(c, spec, "a format specification");
    if (text.isEmpty()) return ConversionForms.str(c, v);
    Matcher parts = SPEC.matcher(text);
    if (!parts.matches() || v.kind == Kind.BOOL) throw refused(c, text, v);
    Col known = c.need(v, "TypeError");
    boolean grouped = !parts.group(4).isEmpty();
    boolean isText = v.kind == Kind.STR;
    String type = parts.group(5);
    if (isText && (grouped || !type.isEmpty() && !type.equals("s"))) throw refused(c, text, v);
    Col plain = isText ? known : number(c, known, text, type, grouped);
    boolean zero = !parts.group(2).isEmpty();
    if (zero && (isText || grouped || !parts.group(1).isEmpty())) throw refused(c, text, v);
    boolean left = parts.group(1).isEmpty() ? isText : parts.group(1).equals("<");
    return padded(c, plain, zero, parts.group(3), left);
  }

  private static NoColumns refused(MaskedWriter c, String spec, Col v) {
    return c.refuse("the format specification " + spec + " of " + v.name());
  }

  /** A number formatted with {@code d}, {@code f}, {@code %} or no type, with or without commas. */
  private static Col number(MaskedWriter c, Col v, String spec, String type, boolean grouped) {
    boolean isInt = v.kind == Kind.INT;
    if (isInt && (type.isEmpty() || type.equals("d"))) {
      return grouped ? Places.separated(c, v) : ConversionForms.str(c, v);
    }
    boolean percent = type.endsWith("%");
    if (!isInt && v.kind != Kind.FLOAT || !percent && !type.endsWith("f")) {
      throw refused(c, spec, v);
    }
    String given = type.substring(0, type.length() - 1);
    long places = Long.parseLong(given.isEmpty() ? DEFAULT_PLACES : given.substring(1));
    Col x = NumberForms.exact(c, v);
    if (!percent) return Places.fixed(c, x, places, grouped);
    Col hundredfold = NumberForms.mul(c, x, Col.constant(100.0));
    Col digits = Places.fixed(c, hundredfold, places, grouped);
    return TextForms.joined(c, List.of(digits, Col.constant("%")));
  }

  private static Col padded(MaskedWriter c, Col text, boolean zero, String width, boolean left) {
    int least = width.isEmpty() ? 0 : Integer.parseInt(width);
    if (least <= 1) return text;
    Col by = Col.constant((long) least);
    if (zero) return TextForms.zfill(c, text, by);
    return left ? TextForms.ljust(c, text, by) : TextForms.rjust(c, text, by);
  }

  /** {@code template % values}. */
  public static Col percent(MaskedWriter c, Col template, Col values) {
    String text = TextForms.text(c, template, "% of a text");
    List<Col> left = new ArrayList<>(values.kind == Kind.TUPLE ? values.parts : List.of(values));
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
        String type = found.group(3);
        boolean fits = type.equals("d") ? v.kind == Kind.INT : type.endsWith("f");
        if (!fits) throw c.refuse("%" + type + " of " + v.name());
        Col digits = number(c, c.need(v, "TypeError"), found.group(), type, false);
        all.add(padded(c, digits, !found.group(1).isEmpty(), found.group(2), false));
      }
    }
    if (!left.isEmpty()) throw c.refuse("a format with too many values");
    all.add(Col.constant(text.substring(from)));
    return TextForms.joined(c, all);
  }

  /** {@code template.format(values)}. */
  public static Col format(MaskedWriter c, Col template, List<Col> values) {
    String text = TextForms.text(c, template, "format() of a text");
    List<Col> all = new ArrayList<>();
    Matcher found = FIELD.matcher(text);
    int from = 0;
    int next = 0;
    boolean byNumber = false;
    while (found.find()) {
      all.add(literal(c, text.substring(from, found.start())));
      from = found.end();
      if (found.group().equals("{{") || found.group().equals("}}")) {
        all.add(Col.constant(found.group().substring(1)));
        continue;
      }
      boolean numbered = !found.group(1).isEmpty();
      if (numbered ? next > 0 : byNumber) throw c.refuse("a format with and without numbers");
      byNumber = numbered;
      int i = numbered ? Integer.parseInt(found.group(1)) : next++;
      if (i >= values.size()) throw c.refuse("a format with too few values");
      String spec = found.group(2) == null ? "" : found.group(2);
      all.add(formatted(c, values.get(i), Col.constant(spec)));
    }
    all.add(literal(c, text.substring(from)));
    return TextForms.joined(c, all);
  }

  private static Col literal(MaskedWriter c, String text) {
    if (text.indexOf('{') >= 0 || text.indexOf('}') >= 0) throw c.refuse("a format as " + text);
    return Col.constant(text);
  }
}
