// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.math.BigInteger;

/** {@code template % values}. */
final class Percent {
  private final String template;
  private final Object mapping;
  private Object values;
  private int next;

  /** How many values there are; -1: one that is no tuple. */
  private int count;

  private final StringBuilder out = new StringBuilder();

  private Percent(String template, Object values) {
    this.template = template;
    this.values = values;
    count = values instanceof PyTuple ? ((PyTuple) values).size() : -1;
    next = count < 0 ? -2 : 0; // CPython counts so: one value is asked for once.
    boolean keyed =
        values instanceof PyDict
            || values instanceof PyList
            || values instanceof PyBytes
            || values instanceof PyRange;
    mapping = keyed ? values : null;
  }

  static String format(String template, Object values) {
    return new Percent(template, values).run();
  }

  private Object next() {
    if (next >= count) throw PyError.type("not enough arguments for format string");
    next++;
    return count < 0 ? values : ((PyTuple) values).get(next - 1);
  }

  private int at;

  /** The next char of the directive; there must be one. */
  private char take() {
    if (at >= template.length()) throw PyError.value("incomplete format");
    return template.charAt(at++);
  }

  private String run() {
    int n = template.length();
    while (at < n) {
      int sign = template.indexOf('%', at);
      if (sign < 0) sign = n;
      out.append(template, at, sign);
      at = sign + 1;
      if (sign < n) directive();
    }
    if (next < count && mapping == null) {
      throw PyError.type("not all arguments converted during string formatting");
    }
    return out.toString();
  }

  private String flags;
  private int width;
  private int precision;

  private void directive() {
    if (at < template.length() && template.charAt(at) == '%') {
      out.append(template.charAt(at++));
      return;
    }
    if (at < template.length() && template.charAt(at) == '(') key();
    int start = at;
    char c = take();
    while ("-+ #0".indexOf(c) >= 0) c = take();
    flags = template.substring(start, at - 1);
    width = -1;
    precision = -1;
    if (c == '*') {
      width = star();
      if (width < 0) {
        flags += "-";
        width = -width;
      }
      c = take();
    } else if (c >= '0' && c <= '9') {
      at--;
      width = digits("width too big");
      c = take();
    }
    if (c == '.') {
      c = take();
      precision = 0;
      if (c == '*') {
        precision = Math.max(0, star());
        c = take();
      } else if (c >= '0' && c <= '9') {
        at--;
        precision = digits("precision too big");
        c = take();
      }
    }
    if (c == 'h' || c == 'l' || c == 'L') c = take();
    one(c);
  }

  private int star() {
    Object value = next();
    if (value instanceof BigInteger) {
      throw PyError.overflow("Python int too large to convert to C ssize_t");
    }
    if (!(value instanceof Long || value instanceof Boolean)) throw PyError.type("* wants int");
    return bounded(Ops.index(value));
  }

  private int digits(String tooBig) {
    long value = 0;
    while (at < template.length() && template.charAt(at) >= '0' && template.charAt(at) <= '9') {
      value = value * 10 + template.charAt(at++) - '0';
      if (value < 0) throw PyError.value(tooBig);
    }
    return bounded(value);
  }

  private static int bounded(long n) {
    if (Math.abs(n) > 1 << 28) throw new Unsupported("a text of more than 256 MB");
    return (int) n;
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

  private boolean flag(char c) {
    return flags.indexOf(c) >= 0;
  }

  private void one(char c) {
    Object value = next();
    switch (c) {
      case 's':
        text(Py.str(value));
        return;
      case 'r':
        text(Py.repr(value));
        return;
      case 'a':
        text(Builtins.ascii(value));
        return;
      case 'c':
        text(character(value));
        return;
      case 'd':
      case 'i':
      case 'u':
      case 'o':
      case 'x':
      case 'X':
        integer(c, value);
        return;
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G':
        real(c, value);
        return;
      default:
        int point = template.codePointAt(at - 1);
        String shown = point > 31 && point < 127 ? String.valueOf((char) point) : "?";
        throw PyError.value(
            "unsupported format character '"
                + shown
                + "' (0x"
                + Integer.toHexString(point)
                + ") at index "
                + template.codePointCount(0, at - 1));
    }
  }

  private void text(String s) {
    int n = s.codePointCount(0, s.length());
    if (precision >= 0 && precision < n) s = Slices.cut(s, n, 0, precision);
    String fill = " ".repeat(Math.max(0, width - Math.min(n, precision < 0 ? n : precision)));
    out.append(flag('-') ? s + fill : fill + s);
  }

  private String character(Object value) {
    precision = -1;
    if (value instanceof String && Builtins.len((String) value) == 1) return (String) value;
    if (!Ops.isInt(value)) throw PyError.type("%c requires int or char");
    BigInteger c = Ops.big(value);
    if (c.bitLength() > 21 || c.signum() < 0 || c.intValue() > 0x10ffff) {
      throw PyError.overflow("%c arg not in range(0x110000)");
    }
    return Builtins.chr(c.longValue());
  }

  private void integer(char c, Object value) {
    boolean decimal = c == 'd' || c == 'i' || c == 'u';
    boolean ok = Ops.isInt(value) || decimal && value instanceof Double;
    if (!ok && decimal && value instanceof PyObject) {
      ok = ((PyObject) value).unary("int") != Py.ABSENT;
    }
    if (!ok) {
      throw PyError.type(
          "%"
              + c
              + " format: "
              + (decimal ? "a real number" : "an integer")
              + " is required, not "
              + Py.typeName(value));
    }
    BigInteger number = Ops.big(Numbers.integer(value));
    int radix = decimal ? 10 : c == 'o' ? 8 : 16;
    String digits = decimal ? IntText.str(number.abs()) : number.abs().toString(radix);
    if (c == 'X') digits = digits.toUpperCase(java.util.Locale.ROOT);
    digits = "0".repeat(Math.max(0, precision - digits.length())) + digits;
    number(number.signum() < 0, flag('#') && !decimal ? "0" + c : "", digits);
  }

  private void real(char c, Object value) {
    if (!Comparison.isNumber(value) && !(value instanceof PyObject)) {
      throw PyError.type("must be real number, not " + Py.typeName(value));
    }
    double d = Numbers.real(value);
    String digits = FloatFormat.text(d, c, precision < 0 ? 6 : precision, flag('#'), false);
    number(d < 0 || d == 0 && 1 / d < 0, "", digits);
  }

  private void number(boolean minus, String prefix, String digits) {
    String head = (minus ? "-" : flag('+') ? "+" : flag(' ') ? " " : "") + prefix;
    int n = Math.max(0, width - head.length() - digits.length());
    if (flag('-')) out.append(head).append(digits).append(" ".repeat(n));
    else if (flag('0')) out.append(head).append("0".repeat(n)).append(digits);
    else out.append(" ".repeat(n)).append(head).append(digits);
  }
}
