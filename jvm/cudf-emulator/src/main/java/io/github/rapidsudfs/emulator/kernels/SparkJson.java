// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.binding.Natives;
import io.github.rapidsudfs.emulator.column.StringVec;
import io.github.rapidsudfs.emulator.column.StringsOut;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.memory.Refused;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Spark's {@code get_json_object}. */
@Natives("com.nvidia.spark.rapids.jni.JSONUtils")
public final class SparkJson {
  private static final int WILDCARD = 0;
  private static final int INDEX = 1;

  /** One step of a path: every element of an array, the element at an index, or a field. */
  private record Step(int kind, String name, int index) {}

  /** The output style: a single string unquoted, everything as JSON, or nested arrays flattened. */
  private enum Style {
    RAW,
    QUOTED,
    FLATTEN
  }

  public static StringVec getJsonObject(StringVec s, byte[] kinds, String[] names, int[] indices) {
    return all(s, path(kinds, names, indices, 0, kinds.length));
  }

  public static Vec[] getJsonObjectMultiplePaths(
      StringVec s,
      byte[] kinds,
      String[] names,
      int[] indices,
      int[] offsets,
      long memory,
      int parallel) {
    Vec[] result = new Vec[offsets.length - 1];
    for (int p = 0; p < result.length; p++) {
      result[p] = all(s, path(kinds, names, indices, offsets[p], offsets[p + 1]));
    }
    return result;
  }

  private static List<Step> path(byte[] kinds, String[] names, int[] indices, int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(i -> new Step(kinds[i], names[i], indices[i]))
        .toList();
  }

  private static StringVec all(StringVec s, List<Step> path) {
    return StringsOut.orNull(s.size, s.bytes.length, i -> s.isNull(i) ? null : find(s, i, path));
  }

  private static String find(StringVec s, int row, List<Step> path) {
    Utf8Characters.require(s, row);
    Object document;
    try {
      document = new JsonReader(new String(s.get(row), StandardCharsets.UTF_8)).document();
    } catch (JsonReader.Malformed e) {
      return null;
    }
    StringBuilder out = new StringBuilder();
    return evaluate(document, path, Style.RAW, out) > 0 ? out.toString() : null;
  }

  /** Writes the values found, separated by commas; returns their number. */
  private static int evaluate(Object value, List<Step> path, Style style, StringBuilder out) {
    if (path.isEmpty()) {
      if (style == Style.FLATTEN && value instanceof List<?> list) {
        int written = 0;
        for (Object element : list) {
          written += comma(out, written, evaluate(element, path, style, mark(out, written)));
        }
        return written;
      }
      write(value, style == Style.RAW, out);
      return 1;
    }
    Step step = path.get(0);
    List<Step> rest = path.subList(1, path.size());
    if (step.kind() == WILDCARD || step.kind() == INDEX) {
      return value instanceof List<?> list
          ? step.kind() == WILDCARD
              ? every(list, rest, style, out)
              : one(list, step, rest, style, out)
          : 0;
    }
    if (value instanceof JsonReader.Fields fields) {
      for (Map.Entry<String, Object> field : fields.entries()) {
        int start = out.length();
        if (field.getKey().equals(step.name())
            && field.getValue() != null
            && evaluate(field.getValue(), rest, style, out) > 0) {
          return 1;
        }
        out.setLength(start);
      }
    }
    return 0;
  }

  private static StringBuilder mark(StringBuilder out, int written) {
    return written > 0 ? out.append(',') : out;
  }

  /** Removes a comma after which nothing was written. */
  private static int comma(StringBuilder out, int before, int written) {
    if (before > 0 && written == 0) {
      out.setLength(out.length() - 1);
    }
    return written;
  }

  private static int one(List<?> list, Step step, List<Step> rest, Style style, StringBuilder out) {
    if (step.index() >= list.size()) {
      return 0;
    }
    boolean any = !rest.isEmpty() && rest.get(0).kind() == WILDCARD;
    return evaluate(list.get(step.index()), rest, any ? Style.QUOTED : style, out);
  }

  private static int every(List<?> list, List<Step> rest, Style style, StringBuilder out) {
    boolean flattens = !rest.isEmpty() && rest.get(0).kind() == WILDCARD;
    List<Step> then = flattens ? rest.subList(1, rest.size()) : rest;
    Style inner = flattens || style == Style.FLATTEN ? Style.FLATTEN : Style.QUOTED;
    StringBuilder elements = new StringBuilder();
    int written = 0;
    for (Object element : list) {
      written += comma(elements, written, evaluate(element, then, inner, mark(elements, written)));
    }
    boolean bare = !flattens && style != Style.QUOTED && written == 1;
    if (flattens || style == Style.QUOTED || written > 0) {
      out.append(bare ? "" : "[").append(elements).append(bare ? "" : "]");
    }
    return Math.min(1, written);
  }

  private static void write(Object value, boolean bare, StringBuilder out) {
    if (value instanceof String text) {
      out.append(bare ? text : quoted(text));
    } else if (value instanceof List<?> list) {
      out.append('[');
      for (int i = 0; i < list.size(); i++) {
        write(list.get(i), false, i > 0 ? out.append(',') : out);
      }
      out.append(']');
    } else if (value instanceof JsonReader.Fields fields) {
      out.append('{');
      for (int i = 0; i < fields.entries().size(); i++) {
        out.append(i > 0 ? "," : "").append(quoted(fields.entries().get(i).getKey())).append(':');
        write(fields.entries().get(i).getValue(), false, out);
      }
      out.append('}');
    } else {
      out.append(value instanceof JsonReader.Token token ? token.text() : String.valueOf(value));
    }
  }

  private static String quoted(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      int at = "\"\\\b\f\n\r\t".indexOf(c);
      if (at >= 0) {
        out.append('\\').append("\"\\bfnrt".charAt(at));
      } else if (c < ' ') {
        out.append("\\u%04X".formatted((int) c));
      } else {
        out.append(c);
      }
    }
    return out.append('"').toString();
  }

  /** Parses JSON like Spark, with single quotes and control characters; ignores trailing text. */
  private static final class JsonReader {
    private static final java.util.regex.Pattern NUMBER =
        java.util.regex.Pattern.compile("-?(?:0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");
    private static final int DEEPEST = 64;

    /** A number or a literal, in output format. */
    record Token(String text) {}

    /** An object's fields in order, including duplicate names. */
    record Fields(List<Map.Entry<String, Object>> entries) {}

    static final class Malformed extends Exception {}

    private final String text;
    private int at;
    private int depth;

    JsonReader(String text) {
      this.text = text;
    }

    Object document() throws Malformed {
      return value();
    }

    private char next() throws Malformed {
      while (at < text.length() && " \t\n\r".indexOf(text.charAt(at)) >= 0) {
        at++;
      }
      if (at >= text.length()) {
        throw new Malformed();
      }
      return text.charAt(at);
    }

    private Object value() throws Malformed {
      Refused.when(++depth > DEEPEST, "JSON of more than " + DEEPEST + " levels");
      char c = next();
      Object value;
      if (c == '{') {
        value = object();
      } else if (c == '[') {
        value = array();
      } else if (c == '"' || c == '\'') {
        value = string();
      } else {
        value = token();
      }
      depth--;
      return value;
    }

    private Fields object() throws Malformed {
      List<Map.Entry<String, Object>> entries = new ArrayList<>();
      at++;
      for (boolean first = true; next() != '}'; first = false) {
        if (!first) {
          expect(',');
        }
        if (next() != '"' && next() != '\'') {
          throw new Malformed();
        }
        String name = string();
        expect(':');
        Object value = value();
        boolean none = value instanceof Token token && token.text().equals("null");
        entries.add(new java.util.AbstractMap.SimpleEntry<>(name, none ? null : value));
      }
      at++;
      return new Fields(entries);
    }

    private void expect(char wanted) throws Malformed {
      if (next() != wanted) {
        throw new Malformed();
      }
      at++;
    }

    private List<Object> array() throws Malformed {
      List<Object> list = new ArrayList<>();
      at++;
      for (boolean first = true; next() != ']'; first = false) {
        if (!first) {
          expect(',');
        }
        list.add(value());
      }
      at++;
      return list;
    }

    private String string() throws Malformed {
      char quote = text.charAt(at++);
      StringBuilder out = new StringBuilder();
      while (at < text.length() && text.charAt(at) != quote) {
        char c = text.charAt(at++);
        if (c != '\\') {
          out.append(c);
          continue;
        }
        char escaped = at < text.length() ? text.charAt(at++) : 0;
        int known = "\"'\\/bfnrt".indexOf(escaped);
        if (escaped == 'u' && at + 4 <= text.length()) {
          String digits = text.substring(at, at + 4);
          if (!digits.matches("[0-9a-fA-F]{4}")) {
            throw new Malformed();
          }
          out.append((char) Integer.parseInt(digits, 16));
          at += 4;
        } else if (known >= 0) {
          out.append("\"'\\/\b\f\n\r\t".charAt(known));
        } else {
          throw new Malformed();
        }
      }
      if (at++ >= text.length()) {
        throw new Malformed();
      }
      return out.toString();
    }

    private Token token() throws Malformed {
      for (String literal : new String[] {"true", "false", "null"}) {
        if (text.startsWith(literal, at)) {
          at += literal.length();
          requireEnd();
          return new Token(literal);
        }
      }
      java.util.regex.Matcher number = NUMBER.matcher(text).region(at, text.length());
      if (!number.lookingAt()) {
        throw new Malformed();
      }
      at = number.end();
      requireEnd();
      if (number.group(1) == null && number.group(2) == null) {
        return new Token(number.group());
      }
      String real = FloatStrings.java(Double.parseDouble(number.group()), false);
      return new Token(real.endsWith("Infinity") ? '"' + real + '"' : real);
    }

    /** Checks that a number or literal is followed by a bracket, comma or space. */
    private void requireEnd() throws Malformed {
      if (at < text.length() && " \t\n\r,]}".indexOf(text.charAt(at)) < 0) {
        throw new Malformed();
      }
    }
  }
}
