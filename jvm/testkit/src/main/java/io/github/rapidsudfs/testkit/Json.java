package io.github.rapidsudfs.testkit;

/** Strings of JSON. */
final class Json {
  private Json() {}

  static String string(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ' || c == 0x7f || Character.isSurrogate(c) || c >= 0x2000) {
        out.append(String.format("\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    return out.append('"').toString();
  }
}
