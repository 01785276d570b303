// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code str.format} with fields that are names or numbers, conversions and formats. With keywords:
 * {@code str.format.kw}.
 */
public final class StringFormat {
  private static final Pattern FIELD =
      Pattern.compile("\\{([^{}!:]*)(![^{}:])?(:(?:[^{}]|\\{[^{}!:]*\\})*)?\\}");

  private static final Pattern PART =
      Pattern.compile("\\.([^_.\\[\\]][^.\\[\\]]*)|\\[([0-9]{1,9}|[^\\]0-9][^\\]]*)\\]");
  private static final Pattern PATH =
      Pattern.compile("([^.\\[\\]0-9][^.\\[\\]]*|[0-9]{0,9})((?:" + PART + ")*)");

  private final List<Object> args;
  private final Object names;

  /** The next automatic field; -1: fields are numbered by hand; -2: unknown yet. */
  private int auto = -2;

  private StringFormat(List<Object> args, Object names) {
    this.args = args;
    this.names = names;
  }

  @Python("str.format")
  public static String format(String template, Object... args) {
    return new StringFormat(Arrays.asList(args), new PyDict()).run(template);
  }

  @Python("str.format.kw")
  public static String formatNamed(String template, PyTuple args, PyDict names) {
    return new StringFormat(Arrays.asList(args.items), names).run(template);
  }

  @Python("str.format_map")
  public static String formatMap(String template, Object names) {
    return new StringFormat(null, names).run(template);
  }

  private String run(String s) {
    StringBuilder out = new StringBuilder();
    Matcher field = null;
    for (int i = 0; i < s.length(); i++) {
      char c = s.charAt(i);
      boolean brace = c == '{' || c == '}';
      if (!brace || i + 1 < s.length() && s.charAt(i + 1) == c) {
        out.append(c);
        if (brace) i++;
        continue;
      }
      if (c == '}' || i + 1 == s.length()) {
        throw PyError.value("Single '" + c + "' encountered in format string");
      }
      if (field == null) field = FIELD.matcher(s);
      if (!field.find(i) || field.start() != i) {
        boolean isBare = s.indexOf('}', i) < 0 && s.indexOf(':', i) < 0 && s.indexOf('!', i) < 0;
        if (isBare) throw PyError.value("expected '}' before end of string");
        throw new Unsupported("the format " + s);
      }
      out.append(field(field));
      i = field.end() - 1;
    }
    return out.toString();
  }

  private String field(Matcher m) {
    Object value = value(m.group(1));
    String conversion = m.group(2) == null ? "" : m.group(2).substring(1);
    if (conversion.equals("r")) value = Py.repr(value);
    else if (conversion.equals("s")) value = Py.str(value);
    else if (conversion.equals("a")) value = Builtins.ascii(value);
    else if (!conversion.isEmpty()) {
      throw PyError.value("Unknown conversion specifier " + conversion);
    }
    String spec = m.group(3) == null ? "" : m.group(3).substring(1);
    return Py.format(value, spec.indexOf('{') < 0 ? spec : run(spec));
  }

  /** The value of {@code name.attribute[item]}. */
  private Object value(String field) {
    Matcher m = PATH.matcher(field);
    if (!m.matches() || field.matches("(?s).*[\\p{Nd}&&[^0-9]].*"))
      throw new Unsupported("the field {" + field + "} of a format");
    Object value = first(m.group(1));
    for (Matcher next = PART.matcher(m.group(2)); next.find(); ) {
      String item = next.group(2);
      if (item == null) value = DynamicCalls.attribute(value, next.group(1));
      else value = Items.getitem(value, item.matches("[0-9]+") ? Long.valueOf(item) : item);
    }
    return value;
  }

  private Object first(String name) {
    boolean number = name.matches("[0-9]{1,9}");
    if (!number && !name.isEmpty()) return Items.getitem(names, (Object) name);
    if (auto != -2 && number == auto >= 0) {
      String manual = "manual field specification";
      String numbering = "automatic field numbering";
      throw PyError.value(
          number
              ? "cannot switch from " + numbering + " to " + manual
              : "cannot switch from " + manual + " to " + numbering);
    }
    auto = number ? -1 : Math.max(0, auto) + 1;
    int n = number ? Integer.parseInt(name) : auto - 1;
    if (args == null) throw PyError.value("Format string contains positional fields");
    if (n < args.size()) return args.get(n);
    throw PyError.index("Replacement index " + n + " out of range for positional args tuple");
  }
}
