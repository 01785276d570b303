// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.math.BigInteger;
import java.util.Locale;

/** The mini-language of {@code format()} for str, int and float, and its use by {@code %}. */
final class FormatSpec {
  private static final String[] TWO_DIGITS = new String[100];

  static {
    for (int i = 0; i < 100; i++) TWO_DIGITS[i] = PyDate.pad(i, 2);
  }

  private final String spec;
  int fill = ' ';
  char align = '>';
  char sign;
  private boolean alt;
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
    if (value instanceof Long) return format((long) (Long) value, spec);
    return other(value, spec);
  }

  static String format(long value, String spec) {
    if (spec.isEmpty()) return Long.toString(value);
    String text = plain(value, spec);
    return text == null ? other(value, spec) : text;
  }

  private static String other(Object value, String spec) {
    if (Ops.isInt(value)) {
      String type = Py.typeName(value);
      return new FormatSpec(spec, 'd', '>', type).integer(Ops.big(value), type);
    }
    throw PyError.type("unsupported format string passed to " + Py.typeName(value) + ".__format__");
  }

  /**
   * An int in the commonest formats, {@code 2}, {@code 2d}, {@code 02} and {@code 02d}, else null.
   */
  private static String plain(long value, String spec) {
    int at = spec.charAt(0) == '0' ? 1 : 0;
    int end = spec.length() - (spec.charAt(spec.length() - 1) == 'd' ? 1 : 0);
    if (end != at + 1 || spec.charAt(at) < '1' || spec.charAt(at) > '9') return null;
    int width = spec.charAt(at) - '0';
    if (at == 1 && width == 2 && value >= 0 && value < 100) return TWO_DIGITS[(int) value];
    String digits = Long.toString(value);
    int missing = width - digits.length();
    if (missing <= 0) return digits;
    if (at == 0) return Texts.repeat(" ", missing) + digits;
    String zeros = Texts.repeat("0", missing);
    return value < 0 ? "-" + zeros + digits.substring(1) : zeros + digits;
  }

  /** Only for the flags after a {@code %}. */
  FormatSpec(String flags) {
    spec = flags;
    if (flags.indexOf('0') >= 0) {
      fill = '0';
      align = '=';
    }
    if (flags.indexOf('-') >= 0) {
      fill = ' ';
      align = '<';
    }
    sign = flags.indexOf('+') >= 0 ? '+' : flags.indexOf(' ') >= 0 ? ' ' : 0;
    alt = flags.indexOf('#') >= 0;
  }

  /** CPython's parse_internal_render_format_spec. */
  FormatSpec(String spec, char defaultType, char defaultAlign, String typeName) {
    this.spec = spec;
    type = defaultType;
    align = defaultAlign;
    int first = spec.isEmpty() ? 0 : Character.charCount(spec.codePointAt(0));
    boolean filled = spec.length() > first && isAlign(spec.charAt(first));
    if (filled) {
      fill = spec.codePointAt(0);
      at = first;
    }
    boolean aligned = isAlign(peek());
    if (aligned) align = spec.charAt(at++);
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
    if (peek() == '_' && grouping == 0) grouping = spec.charAt(at++);
    if (peek() == ',' && grouping == ',') throw PyError.value("Cannot specify ',' with ','.");
    if (peek() == ',' || peek() == '_' && grouping == ',') {
      throw PyError.value("Cannot specify both ',' and '_'.");
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
    boolean grouped = "defgEG%F\0".indexOf(type) >= 0;
    if (grouping != 0 && !grouped && (grouping == ',' || "boxX".indexOf(type) < 0)) {
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

  private PyError unknown(String typeName) {
    String code = type > 32 && type < 128 ? "'" + type + "'" : String.format("'\\x%x'", (int) type);
    return PyError.value("Unknown format code " + code + " for object of type '" + typeName + "'");
  }

  private String string(String s) {
    if (type != 's') throw unknown("str");
    String what = sign == ' ' ? "Space" : sign != 0 ? "Sign" : null;
    if (what == null && alt) what = "Alternate form (#)";
    if (what == null && align == '=') what = "'=' alignment";
    if (what != null) throw PyError.value(what + " not allowed in string format specifier");
    return pad(cut(s));
  }

  /** Truncates to the precision and pads with spaces to the width. */
  String text(String s) {
    fill = ' ';
    return pad(cut(s));
  }

  private String cut(String s) {
    int n = Texts.length(s);
    return precision >= 0 && precision < n ? Slices.cut(s, n, 0, precision) : s;
  }

  /** Pads to the width; {@code =} acts as {@code >} here. */
  private String pad(String s) {
    int n = width - Texts.length(s);
    if (n <= 0) return s;
    int left = align == '<' ? 0 : align == '^' ? n / 2 : n;
    String one = new String(Character.toChars(fill));
    return Texts.repeat(one, left) + s + Texts.repeat(one, n - left);
  }

  private String integer(BigInteger value, String typeName) {
    if ("eEfFgG%".indexOf(type) >= 0) return real(Numbers.toDouble(value), typeName);
    if (type == 'n' || type == 'c') throw new Unsupported("format code " + type);
    if ("bdoxX".indexOf(type) < 0) throw unknown(typeName);
    if (precision >= 0) throw PyError.value("Precision not allowed in integer format specifier");
    return whole(type == 'b' ? 2 : type == 'o' ? 8 : type == 'd' ? 10 : 16, value);
  }

  /** An int from its digits, zero-padded to the precision. */
  String whole(int radix, Object number) {
    BigInteger value = Ops.big(number);
    String digits =
        value.bitLength() < 63
            ? Long.toString(Math.abs(value.longValue()), radix)
            : radix == 10 ? IntText.str(value.abs()) : value.abs().toString(radix);
    if (type == 'X') digits = digits.toUpperCase(Locale.ROOT);
    String zeros = Texts.repeat("0", precision - digits.length());
    String prefix = alt && radix != 10 ? "0" + type : "";
    return number(value.signum() < 0, prefix, zeros + digits, "", radix == 10 ? 3 : 4);
  }

  String real(double value, String typeName) {
    if (type == 'n') throw new Unsupported("format code n: the locale");
    if ("eEfFgG%\0".indexOf(type) < 0) throw unknown(typeName);
    if (precision > 1 << 20) throw new Unsupported("a float with more than a million digits");
    boolean dot = type == '\0';
    double shown = type == '%' ? value * 100 : value;
    char code = type == '%' ? 'f' : !dot ? type : precision < 0 ? 'r' : 'g';
    String text = FloatFormat.text(shown, code, precision < 0 ? 6 : precision, alt, dot);
    if (type == '%') text += "%";
    int whole = 0;
    while (whole < text.length() && Character.isDigit(text.charAt(whole))) whole++;
    boolean minus = value < 0 || value == 0 && 1 / value < 0;
    return number(minus, "", text.substring(0, whole), text.substring(whole), 3);
  }

  /** Sign, prefix, grouped digits and the rest, padded to the width. */
  String number(boolean minus, String prefix, String digits, String rest, int group) {
    String head = (minus ? "-" : sign == '+' ? "+" : sign == ' ' ? " " : "") + prefix;
    if (width > Integer.MAX_VALUE / 8) throw new Unsupported("a text of more than 256 MB");
    int room = fill == '0' && align == '=' ? width - head.length() - rest.length() : 0;
    String all = digits.isEmpty() ? "" : group(digits, room, group);
    int n = width - head.length() - all.length() - rest.length();
    if (n <= 0 || align != '=') return pad(head + all + rest);
    return head + new String(Character.toChars(fill)).repeat(n) + all + rest;
  }

  /** CPython's _PyUnicode_InsertThousandsGrouping: zeros up to the width are grouped too. */
  private String group(String digits, int room, int size) {
    int left = digits.length();
    if (grouping == 0) return Texts.repeat("0", room - left) + digits;
    StringBuilder out = new StringBuilder();
    while (true) {
      int n = Math.min(size, Math.max(Math.max(left, room), 1));
      for (int i = 0; i < n; i++) out.append(--left >= 0 ? digits.charAt(left) : '0');
      room -= n + 1;
      if (left <= 0 && room + 1 <= 0) return out.reverse().toString();
      out.append(grouping);
    }
  }
}
