package io.github.rapidsudfs.golden;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * As much of JSON as golden files need: objects, arrays, strings, integers, booleans and null, an object's members in
 * their order.
 */
final class Json {
  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  /** A value as JSON on one line. */
  static String write(Object value) {
    StringBuilder out = new StringBuilder();
    write(value, out);
    return out.toString();
  }

  /** The value of a text: maps, lists, strings, longs, booleans, null. Throws {@code IllegalArgumentException}. */
  static Object parse(String text) {
    Json json = new Json(text);
    Object value = json.value();
    json.blanks();
    if (json.at < text.length()) {
      throw json.wrong("more text");
    }
    return value;
  }

  private static void write(Object value, StringBuilder out) {
    if (value instanceof String) {
      string((String) value, out);
    } else if (value instanceof Map) {
      String comma = "{";
      for (Map.Entry<?, ?> member : ((Map<?, ?>) value).entrySet()) {
        out.append(comma);
        string((String) member.getKey(), out);
        out.append(':');
        write(member.getValue(), out);
        comma = ",";
      }
      out.append(comma.equals("{") ? "{}" : "}");
    } else if (value instanceof List) {
      String comma = "[";
      for (Object item : (List<?>) value) {
        out.append(comma);
        write(item, out);
        comma = ",";
      }
      out.append(comma.equals("[") ? "[]" : "]");
    } else {
      out.append(value);
    }
  }

  private static void string(String value, StringBuilder out) {
    out.append('"');
    for (char c : value.toCharArray()) {
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ' || c == 0x7f || Character.isSurrogate(c)) {
        out.append(String.format("\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }

  private Object value() {
    blanks();
    if (at == text.length()) {
      throw wrong("nothing");
    }
    switch (text.charAt(at)) {
      case '{': {
        Map<String, Object> members = new LinkedHashMap<>();
        for (at++; !next('}'); next(',')) {
          String name = string();
          if (!next(':')) {
            throw wrong("no colon");
          }
          members.put(name, value());
        }
        return members;
      }
      case '[': {
        List<Object> items = new ArrayList<>();
        for (at++; !next(']'); next(',')) {
          items.add(value());
        }
        return items;
      }
      case '"':
        return string();
      default:
        return word();
    }
  }

  private Object word() {
    int start = at;
    while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '-')) {
      at++;
    }
    String word = text.substring(start, at);
    switch (word) {
      case "null":
        return null;
      case "true":
        return true;
      case "false":
        return false;
      default:
        try {
          return Long.valueOf(word);
        } catch (NumberFormatException e) {
          throw wrong("no value");
        }
    }
  }

  private String string() {
    if (!next('"')) {
      throw wrong("no string");
    }
    StringBuilder value = new StringBuilder();
    while (at < text.length() && text.charAt(at) != '"') {
      char c = text.charAt(at++);
      if (c == '\\' && at < text.length()) {
        c = text.charAt(at++);
        if (c == 'u' && at + 4 <= text.length()) {
          c = (char) Integer.parseInt(text.substring(at, at + 4), 16);
          at += 4;
        } else if ("bfnrt".indexOf(c) >= 0) {
          c = "\b\f\n\r\t".charAt("bfnrt".indexOf(c));
        }
      }
      value.append(c);
    }
    at++;
    if (at > text.length()) {
      throw wrong("a string without end");
    }
    return value.toString();
  }

  private boolean next(char wanted) {
    if (wanted != '"') {
      blanks();
    }
    if (at >= text.length()) {
      throw wrong("no end");
    }
    if (text.charAt(at) != wanted) {
      return false;
    }
    at++;
    return true;
  }

  private void blanks() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private IllegalArgumentException wrong(String what) {
    return new IllegalArgumentException("not JSON, " + what + " at character " + (at + 1) + ": " + text);
  }
}
