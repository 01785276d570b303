// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.math.BigInteger;

/** {@code template % values}; a width that is itself a value is rejected. */
final class Percent {
  private final String template;
  private final StringBuilder out = new StringBuilder();
  private final Object mapping;
  private Object values;

  /** The number of values; -1 for a single value that is not a tuple. */
  private int count;

  private int next;
  private int at;

  private Percent(String template, Object values) {
    this.template = template;
    this.values = values;
    count = values instanceof PyTuple ? ((PyTuple) values).size() : -1;
    next = count < 0 ? -2 : 0; // As CPython counts: a single value can be used once.
    boolean keyed = values instanceof PyDict || values instanceof PyList;
    boolean subscripted = values instanceof PyBytes || values instanceof PyRange;
    mapping = keyed || subscripted || values instanceof PyMatch ? values : null;
  }

  static String format(String template, Object values) {
    return new Percent(template, values).run();
  }

  private String run() {
    int n = template.length();
    while (at < n) {
      int sign = template.indexOf('%', at);
      if (sign < 0) sign = n;
      out.append(template, at, sign);
      at = sign + 1;
      if (template.startsWith("%", at)) {
        out.append('%');
        at++;
      } else if (sign < n) {
        directive();
      }
    }
    if (next >= count || mapping != null) return out.toString();
    throw PyError.type("not all arguments converted during string formatting");
  }

  private Object next() {
    if (next >= count) throw PyError.type("not enough arguments for format string");
    next++;
    return count < 0 ? values : ((PyTuple) values).get(next - 1);
  }

  /** The next char of the directive; there must be one. */
  private char take() {
    if (at >= template.length()) throw PyError.value("incomplete format");
    return template.charAt(at++);
  }

  private void directive() {
    if (template.startsWith("(", at)) key();
    int start = at;
    char c = take();
    while ("-+ #0".indexOf(c) >= 0) c = take();
    FormatSpec spec = new FormatSpec(template.substring(start, at - 1));
    int[] number = {-1};
    c = number(c, number);
    spec.width = number[0];
    if (c == '.') {
      number[0] = 0;
      c = number(take(), number);
      spec.precision = number[0];
    }
    if (c == '*') throw new Unsupported("a width or precision * in a format");
    if (c == 'h' || c == 'l' || c == 'L') c = take();
    spec.type = c;
    Object value = next();
    out.append(one(spec, value));
  }

  /** Reads the number that starts with {@code c}, if any; returns the char after it. */
  private char number(char c, int[] number) {
    long n = 0;
    if (c < '0' || c > '9') return c;
    for (; c >= '0' && c <= '9'; c = take()) {
      n = n * 10 + c - '0';
      if (n > 1 << 28) throw new Unsupported("a text of more than 256 MB");
    }
    number[0] = (int) n;
    return c;
  }

  private void key() {
    if (mapping == null) throw PyError.type("format requires a mapping");
    int depth = 1;
    int start = ++at;
    for (; at < template.length() && depth > 0; at++) {
      char c = template.charAt(at);
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    }
    if (depth > 0) throw PyError.value("incomplete format key");
    values = Items.getitem(mapping, (Object) template.substring(start, at - 1));
    count = -1;
    next = -2;
  }

  private static String character(Object value) {
    if (value instanceof String && Texts.length((String) value) == 1) return (String) value;
    if (!Ops.isInt(value)) {
      throw new Unsupported("%c of a " + Py.typeName(value) + ": versions of Python differ");
    }
    BigInteger code = Ops.big(value);
    if (code.signum() < 0 || code.compareTo(BigInteger.valueOf(0x10ffff)) > 0) {
      throw PyError.overflow("%c arg not in range(0x110000)");
    }
    return Builtins.chr(code.longValue());
  }

  private String one(FormatSpec spec, Object value) {
    switch (spec.type) {
      case 's':
        return spec.text(Py.str(value));
      case 'r':
        return spec.text(Py.repr(value));
      case 'a':
        return spec.text(Builtins.ascii(value));
      case 'c':
        return spec.text(character(value));
      case 'd':
      case 'i':
      case 'u':
        boolean whole = value instanceof PyObject && ((PyObject) value).unary("int") != Py.ABSENT;
        if (whole || Comparison.isNumber(value)) return spec.whole(10, Numbers.integer(value));
        break;
      case 'o':
      case 'x':
      case 'X':
        if (Ops.isInt(value)) return spec.whole(spec.type == 'o' ? 8 : 16, value);
        break;
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G':
        if (Comparison.isNumber(value) || value instanceof PyDecimal) {
          return spec.real(Numbers.real(value), "float");
        }
        throw PyError.type("must be real number, not " + Py.typeName(value));
      default:
        int point = template.codePointAt(at - 1);
        String shown = point > 31 && point < 127 ? String.valueOf((char) point) : "?";
        String code = " (0x" + Integer.toHexString(point) + ") at index ";
        int index = template.codePointCount(0, at - 1);
        throw PyError.value("unsupported format character '" + shown + "'" + code + index);
    }
    String needed = "diu".indexOf(spec.type) >= 0 ? "a real number" : "an integer";
    throw PyError.type(
        "%" + spec.type + " format: " + needed + " is required, not " + Py.typeName(value));
  }
}
