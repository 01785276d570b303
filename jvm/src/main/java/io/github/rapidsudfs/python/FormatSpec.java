// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.math.BigInteger;

/** The mini-language of {@code format()} for str, int and float. */
final class FormatSpec {
  final String spec;
  int fill = ' ';
  char align;
  char sign;
  boolean alt;
  int width = -1;
  char grouping;
  int precision = -1;
  char type;

  private int at;

  static String format(Object value, String spec) {
    if (spec.isEmpty()) return Py.str(value);
    if (value instanceof String) {
      return new FormatSpec(spec, 's', '<', "str").string((String) value);
    }
    if (value instanceof Double) {
      return new FormatSpec(spec, '\0', '>', "float").real((Double) value, "float");
    }
    if (Ops.isInt(value)) {
      String type = Py.typeName(value);
      return new FormatSpec(spec, 'd', '>', type).integer(Ops.big(value), type);
    }
    throw PyError.type("unsupported format string passed to " + Py.typeName(value) + ".__format__");
  }

  /** CPython's parse_internal_render_format_spec. */
  FormatSpec(String spec, char defaultType, char defaultAlign, String typeName) {
    this.spec = spec;
    type = defaultType;
    align = defaultAlign;
    boolean filled = false;
    boolean aligned = false;
    int first = spec.isEmpty() ? 0 : Character.charCount(spec.codePointAt(0));
    if (spec.length() > first && isAlign(spec.charAt(first))) {
      fill = spec.codePointAt(0);
      align = spec.charAt(first);
      at = first + 1;
      filled = true;
      aligned = true;
    } else if (isAlign(peek())) {
      align = spec.charAt(at++);
      aligned = true;
    }
    if (peek() == ' ' || peek() == '+' || peek() == '-') sign = spec.charAt(at++);
    if (peek() == 'z') throw new Unsupported("z in a format");
    if (peek() == '#') {
      alt = true;
      at++;
    }
    if (!filled && peek() == '0') {
      fill = '0';
      if (!aligned && defaultAlign == '>') align = '=';
      at++;
    }
    width = number();
    if (peek() == ',') grouping = spec.charAt(at++);
    if (peek() == '_') {
      if (grouping != 0) throw PyError.value("Cannot specify both ',' and '_'.");
      grouping = spec.charAt(at++);
    }
    if (peek() == ',') {
      throw PyError.value(
          grouping == '_' ? "Cannot specify both ',' and '_'." : "Cannot specify ',' with ','.");
    }
    if (peek() == '.') {
      at++;
      precision = number();
      if (precision < 0) throw PyError.value("Format specifier missing precision");
    }
    int left = spec.length() - at;
    if (left > Character.charCount(left > 0 ? spec.codePointAt(at) : 'd')) {
      throw PyError.value(
          "Invalid format specifier '" + spec + "' for object of type '" + typeName + "'");
    }
    if (left > 0) type = spec.charAt(at);
    if (grouping != 0
        && "defgEG%F\0".indexOf(type) < 0
        && !(grouping == '_' && "boxX".indexOf(type) >= 0)) {
      throw PyError.value("Cannot specify '" + grouping + "' with '" + type + "'.");
    }
  }

  private static boolean isAlign(char c) {
    return c == '<' || c == '>' || c == '=' || c == '^';
  }

  private char peek() {
    return at < spec.length() ? spec.charAt(at) : '\uffff';
  }

  private int number() {
    int start = at;
    long value = 0;
    for (; at < spec.length() && Texts.digit(spec.charAt(at)) >= 0; at++) {
      value = value * 10 + Texts.digit(spec.charAt(at));
      if (value > Integer.MAX_VALUE) {
        throw PyError.value("Too many decimal digits in format string");
      }
    }
    return at == start ? -1 : (int) value;
  }

  PyError unknown(String typeName) {
    String code = type > 32 && type < 128 ? "'" + type + "'" : String.format("'\\x%x'", (int) type);
    return PyError.value("Unknown format code " + code + " for object of type '" + typeName + "'");
  }

  private String string(String s) {
    if (type != 's') throw unknown("str");
    if (sign != 0) {
      throw PyError.value(
          (sign == ' ' ? "Space" : "Sign") + " not allowed in string format specifier");
    }
    if (alt) throw PyError.value("Alternate form (#) not allowed in string format specifier");
    if (align == '=') {
      throw PyError.value("'=' alignment not allowed in string format specifier");
    }
    int n = s.codePointCount(0, s.length());
    if (precision >= 0 && precision < n) s = Slices.cut(s, n, 0, precision);
    return pad(s);
  }

  /** Fills up to the width; {@code =} is {@code >} here. */
  String pad(String s) {
    int n = width - s.codePointCount(0, s.length());
    if (n <= 0) return s;
    if (n > Integer.MAX_VALUE / 8) throw new Unsupported("a text of more than 256 MB");
    int left = align == '<' ? 0 : align == '^' ? n / 2 : n;
    String one = new String(Character.toChars(fill));
    return one.repeat(left) + s + one.repeat(n - left);
  }

  private String integer(BigInteger value, String typeName) {
    switch (type) {
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G':
      case '%':
        return real(Numbers.toDouble(value), typeName);
      case 'n':
        throw new Unsupported("format code n: the locale");
      case 'c':
        return character(value);
      case 'b':
      case 'd':
      case 'o':
      case 'x':
      case 'X':
        break;
      default:
        throw unknown(typeName);
    }
    if (precision >= 0) throw PyError.value("Precision not allowed in integer format specifier");
    int radix = type == 'b' ? 2 : type == 'o' ? 8 : type == 'd' ? 10 : 16;
    boolean small = value.bitLength() < 63;
    String digits =
        small
            ? Long.toString(Math.abs(value.longValue()), radix)
            : radix == 10 ? IntText.str(value.abs()) : value.abs().toString(radix);
    if (type == 'X') digits = digits.toUpperCase(java.util.Locale.ROOT);
    String prefix = alt && type != 'd' ? "0" + type : "";
    return number(value.signum() < 0, prefix, digits, "", radix == 10 ? 3 : 4);
  }

  private String character(BigInteger value) {
    if (precision >= 0) throw PyError.value("Precision not allowed in integer format specifier");
    if (sign != 0) throw PyError.value("Sign not allowed with integer format specifier 'c'");
    if (alt) {
      throw PyError.value("Alternate form (#) not allowed with integer format specifier 'c'");
    }
    if (value.bitLength() > 21 || value.signum() < 0 || value.intValue() > 0x10ffff) {
      throw PyError.overflow("%c arg not in range(0x110000)");
    }
    return pad(Builtins.chr(value.longValue()));
  }

  private String real(double value, String typeName) {
    char code = type;
    if (code == 'n') throw new Unsupported("format code n: the locale");
    if ("eEfFgG%\0".indexOf(code) < 0) throw unknown(typeName);
    if (precision > 1 << 20) throw new Unsupported("a float with more than a million digits");
    boolean dot = code == '\0';
    int digits = precision;
    if (dot) code = precision < 0 ? 'r' : 'g';
    if (digits < 0) digits = 6;
    if (code == '%') {
      value *= 100;
      code = 'f';
    }
    String text = FloatFormat.text(value, code, digits, alt, dot) + (type == '%' ? "%" : "");
    int whole = 0;
    while (whole < text.length() && Character.isDigit(text.charAt(whole))) whole++;
    boolean minus = value < 0 || value == 0 && 1 / value < 0;
    return number(minus, "", text.substring(0, whole), text.substring(whole), 3);
  }

  /** Sign, prefix, grouped digits and the rest, filled up to the width. */
  String number(boolean minus, String prefix, String digits, String rest, int group) {
    String head = (minus ? "-" : sign == '+' ? "+" : sign == ' ' ? " " : "") + prefix;
    if (width > Integer.MAX_VALUE / 8) throw new Unsupported("a text of more than 256 MB");
    int room = fill == '0' && align == '=' ? width - head.length() - rest.length() : 0;
    String all = digits.isEmpty() ? "" : group(digits, room, group);
    int n = width - head.length() - all.length() - rest.length();
    if (n <= 0 || align != '=') return pad(head + all + rest);
    return head + new String(Character.toChars(fill)).repeat(n) + all + rest;
  }

  /** CPython's _PyUnicode_InsertThousandsGrouping: zeros up to the width are grouped as well. */
  private String group(String digits, int room, int size) {
    StringBuilder out = new StringBuilder();
    int left = digits.length();
    if (grouping == 0) {
      for (int i = left; i < room; i++) out.append('0');
      return out.append(digits).toString();
    }
    while (true) {
      int n = Math.min(size, Math.max(Math.max(left, room), 1));
      for (int i = 0; i < n; i++) out.append(--left >= 0 ? digits.charAt(left) : '0');
      room -= n + 1;
      if (left <= 0 && room + 1 <= 0) return out.reverse().toString();
      out.append(grouping);
    }
  }
}
