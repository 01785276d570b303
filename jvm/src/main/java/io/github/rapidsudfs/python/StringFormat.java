// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.util.Arrays;
import java.util.List;

/** {@code str.format} and {@code str.format_map}. With keywords: {@code str.format.kw}. */
public final class StringFormat {
  private final List<Object> args;
  private final Object names;

  /** The next automatic field; -1: fields are numbered by hand; -2: not known yet. */
  private int auto = -2;

  private StringFormat(List<Object> args, Object names) {
    this.args = args;
    this.names = names;
  }

  @Python("str.format")
  public static String format(String template, Object... args) {
    return new StringFormat(Arrays.asList(args), new PyDict()).run(template, 2);
  }

  @Python("str.format.kw")
  public static String formatNamed(String template, PyTuple args, PyDict names) {
    return new StringFormat(Arrays.asList(args.items), names).run(template, 2);
  }

  @Python("str.format_map")
  public static String formatMap(String template, Object names) {
    return new StringFormat(null, names).run(template, 2);
  }

  private String run(String s, int depth) {
    if (depth < 0) throw PyError.value("Max string recursion exceeded");
    StringBuilder out = new StringBuilder();
    int n = s.length();
    for (int i = 0; i < n; ) {
      char c = s.charAt(i++);
      if (c != '{' && c != '}') {
        out.append(c);
        continue;
      }
      boolean twice = i < n && s.charAt(i) == c;
      if (twice) {
        out.append(c);
        i++;
        continue;
      }
      if (c == '}') throw PyError.value("Single '}' encountered in format string");
      if (i == n) throw PyError.value("Single '{' encountered in format string");
      int end = close(s, i);
      out.append(field(s.substring(i, end), depth));
      i = end + 1;
    }
    return out.toString();
  }

  /** The brace that closes a field; within brackets of its name none counts. */
  private static int close(String s, int from) {
    int nested = 1;
    boolean bracket = false;
    boolean spec = false;
    for (int i = from; i < s.length(); i++) {
      char c = s.charAt(i);
      if (!spec && c == '[') bracket = true;
      else if (c == ']') bracket = false;
      if (bracket && !spec) continue;
      if (c == ':' || c == '!') spec = true;
      if (c == '{') {
        if (!spec) throw PyError.value("unexpected '{' in field name");
        nested++;
      }
      if (c == '}' && --nested == 0) return i;
    }
    throw PyError.value("expected '}' before end of string");
  }

  private String field(String field, int depth) {
    int end = 0;
    boolean bracket = false;
    for (; end < field.length(); end++) {
      char c = field.charAt(end);
      if (c == '[') bracket = true;
      else if (c == ']') bracket = false;
      else if (!bracket && (c == ':' || c == '!')) break;
    }
    String name = field.substring(0, end);
    char conversion = 0;
    if (end < field.length() && field.charAt(end) == '!') {
      if (end + 1 >= field.length()) {
        throw new Unsupported("a field of a format without its conversion: {" + field + "}");
      }
      conversion = field.charAt(end + 1);
      end += 2;
      if (end < field.length() && field.charAt(end) != ':') {
        throw PyError.value("expected ':' after conversion specifier");
      }
    }
    String spec = end < field.length() ? field.substring(end + 1) : "";
    Object value = value(name);
    if (conversion == 'r') value = Py.repr(value);
    else if (conversion == 's') value = Py.str(value);
    else if (conversion == 'a') value = Builtins.ascii(value);
    else if (conversion != 0) {
      throw PyError.value("Unknown conversion specifier " + conversion);
    }
    if (spec.indexOf('{') >= 0 || spec.indexOf('}') >= 0) spec = run(spec, depth - 1);
    return Py.format(value, spec);
  }

  private Object value(String name) {
    int end = 0;
    while (end < name.length() && name.charAt(end) != '.' && name.charAt(end) != '[') end++;
    Object value = first(name.substring(0, end));
    for (int i = end; i < name.length(); ) {
      boolean item = name.charAt(i) == '[';
      if (!item && name.charAt(i) != '.') {
        throw PyError.value("Only '.' or '[' may follow ']' in format field specifier");
      }
      int stop = ++i;
      while (stop < name.length()
          && (item
              ? name.charAt(stop) != ']'
              : name.charAt(stop) != '.' && name.charAt(stop) != '[')) {
        stop++;
      }
      if (item && stop == name.length()) throw PyError.value("Missing ']' in format string");
      String part = name.substring(i, stop);
      if (part.isEmpty()) throw PyError.value("Empty attribute in format string");
      if (item) value = Items.getitem(value, number(part) < 0 ? part : (Object) number(part));
      else value = Calls.attribute(value, part);
      i = item ? stop + 1 : stop;
    }
    return value;
  }

  private static long number(String part) {
    for (int i = 0; i < part.length(); i++) {
      if (part.charAt(i) < '0' || part.charAt(i) > '9') return -1;
    }
    if (part.length() > 9) throw PyError.value("Too many decimal digits in format string");
    return part.isEmpty() ? -1 : Long.parseLong(part);
  }

  private Object first(String name) {
    long n = number(name);
    if (!name.isEmpty() && n < 0) return Items.getitem(names, (Object) name);
    boolean automatic = name.isEmpty();
    if (auto != -2 && automatic != auto >= 0) {
      throw PyError.value(
          automatic
              ? "cannot switch from manual field specification to automatic field numbering"
              : "cannot switch from automatic field numbering to manual field specification");
    }
    if (automatic) {
      auto = Math.max(0, auto);
      n = auto++;
    } else {
      auto = -1;
    }
    if (args == null) {
      throw PyError.value("Format string contains positional fields");
    }
    if (n >= args.size()) {
      throw PyError.index("Replacement index " + n + " out of range for positional args tuple");
    }
    return args.get((int) n);
  }
}
