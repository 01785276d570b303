// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import io.github.rapidsudfs.python.columns.TextForms;
import java.util.Iterator;

/** The methods of str that search, strip, pad, join and replace. Positions are code points. */
public final class Strings {
  /** The code point at a char; -1 stays -1. */
  private static long at(String s, int i) {
    return i <= 0 ? i : s.codePointCount(0, i);
  }

  /** The substring between two positions, or null if the first is beyond the second. */
  private static final class Part {
    final String text;
    final long from;

    Part(String s, Object start, Object end) {
      int n = Texts.length(s);
      long a = given(start) ? Ops.index(start, Slices.MESSAGE) : 0;
      long b = given(end) ? Ops.index(end, Slices.MESSAGE) : n;
      long to = b > n ? n : b < 0 ? Math.max(0, b + n) : b;
      from = a < 0 ? Math.max(0, a + n) : a;
      boolean whole = from == 0 && to == n;
      text = whole ? s : from > to ? null : Slices.cut(s, n, (int) from, (int) to);
    }

    private static boolean given(Object position) {
      return position != null && position != Py.ABSENT;
    }
  }

  @Python("str.find")
  public static long find(String s, String part) {
    return at(s, s.indexOf(part));
  }

  @Python(
      value = "str.find .rfind .index .rindex",
      optional = 2,
      named = true,
      columns = TextForms.class)
  public static long search(String name, String s, String part, Object start, Object end) {
    Part in = new Part(s, start, end);
    boolean last = name.startsWith("r");
    int i = in.text == null ? -1 : last ? in.text.lastIndexOf(part) : in.text.indexOf(part);
    if (i < 0 && name.endsWith("index")) throw PyError.value("substring not found");
    return i < 0 ? -1 : in.from + at(in.text, i);
  }

  @Python(value = "str.count", optional = 2, columns = TextForms.class)
  public static long count(String s, String part, Object start, Object end) {
    String in = new Part(s, start, end).text;
    if (in == null) return 0;
    if (part.isEmpty()) return Texts.length(in) + 1;
    long n = 0;
    for (int i = in.indexOf(part); i >= 0; i = in.indexOf(part, i + part.length())) n++;
    return n;
  }

  @Python("str.startswith")
  public static boolean startswith(String s, String part) {
    return s.startsWith(part);
  }

  @Python("str.endswith")
  public static boolean endswith(String s, String part) {
    return s.endsWith(part);
  }

  @Python(value = "str.startswith .endswith", optional = 2, named = true, columns = TextForms.class)
  public static boolean affix(String name, String s, Object part, Object start, Object end) {
    String in = new Part(s, start, end).text;
    if (part instanceof String) return affix(name, in, (String) part);
    if (!(part instanceof PyTuple)) {
      throw PyError.type(
          name + " first arg must be str or a tuple of str, not " + Py.typeName(part));
    }
    for (Object one : (PyTuple) part) {
      if (!(one instanceof String)) {
        throw PyError.type("tuple for " + name + " must only contain str, not " + Py.typeName(one));
      }
      if (affix(name, in, (String) one)) return true;
    }
    return false;
  }

  private static boolean affix(String name, String in, String part) {
    return in != null && (name.startsWith("s") ? in.startsWith(part) : in.endsWith(part));
  }

  @Python("str.strip")
  public static String strip(String s) {
    return strip("strip", s, null);
  }

  @Python(
      value = "str.strip .lstrip .rstrip",
      optional = 1,
      named = true,
      columns = TextForms.class)
  public static String strip(String name, String s, Object which) {
    Object given = Py.or(which, null);
    if (given != null && !(given instanceof String)) {
      throw PyError.type(name + " arg must be None or str");
    }
    String chars = (String) given;
    int start = 0;
    int end = s.length();
    while (!name.startsWith("r") && start < end) {
      int c = s.codePointAt(start);
      if (!strips(c, chars)) break;
      start += Character.charCount(c);
    }
    while (!name.startsWith("l") && start < end) {
      int c = s.codePointBefore(end);
      if (!strips(c, chars)) break;
      end -= Character.charCount(c);
    }
    return s.substring(start, end);
  }

  private static boolean strips(int c, String chars) {
    return chars == null ? Texts.space(c) : chars.indexOf(c) >= 0;
  }

  @Python("str.replace")
  public static String replace(String s, String old, String by) {
    return old.isEmpty() ? replace(s, old, by, -1L) : s.replace(old, by);
  }

  @Python(value = "str.replace", params = "count", columns = TextForms.class)
  public static String replace(String s, String old, String by, Object count) {
    long left = Ops.size(count);
    if (left < 0) left = Long.MAX_VALUE;
    StringBuilder out = new StringBuilder();
    int from = 0;
    int i = 0;
    while (left-- > 0 && i <= s.length()) {
      int hit = s.indexOf(old, i);
      if (hit < 0) break;
      out.append(s, from, hit).append(by);
      from = hit + old.length();
      i = from;
      // Between code points, if old is empty.
      if (old.isEmpty()) i += hit < s.length() ? Character.charCount(s.codePointAt(hit)) : 1;
    }
    return out.append(s, from, s.length()).toString();
  }

  @Python(value = "str.join", columns = TextForms.class)
  public static String join(String s, Object items) {
    if (!Ops.isIterable(items)) throw PyError.type("can only join an iterable");
    StringBuilder out = null;
    String first = "";
    int n = 0;
    for (Iterator<Object> i = Ops.iter(items); i.hasNext(); n++) {
      Object item = i.next();
      if (!(item instanceof String)) {
        throw PyError.type(
            "sequence item " + n + ": expected str instance, " + Py.typeName(item) + " found");
      }
      if (n == 0) first = (String) item;
      else {
        if (out == null) out = new StringBuilder(first);
        out.append(s).append((String) item);
      }
    }
    return out == null ? first : out.toString();
  }

  @Python(value = "str.ljust .rjust .center", optional = 1, named = true, columns = TextForms.class)
  public static String fill(String name, String s, Object width, Object fill) {
    long n = Math.max(0, Ops.size(width) - Texts.length(s));
    Object with = Py.or(fill, " ");
    if (!(with instanceof String)) {
      throw PyError.type(
          "The fill character must be a unicode character, not " + Py.typeName(with));
    }
    if (Texts.length((String) with) != 1) {
      throw PyError.type("The fill character must be exactly one character long");
    }
    long left = name.equals("ljust") ? 0 : n;
    if (name.equals("center")) left = n / 2 + (n & Ops.index(width) & 1);
    return Texts.repeat((String) with, left) + s + Texts.repeat((String) with, n - left);
  }

  @Python(value = "str.zfill", columns = TextForms.class)
  public static String zfill(String s, Object width) {
    String zeros = Texts.repeat("0", Ops.size(width) - Texts.length(s));
    boolean sign = s.startsWith("-") || s.startsWith("+");
    return sign ? s.charAt(0) + zeros + s.substring(1) : zeros + s;
  }

  @Python(value = "str.removeprefix", columns = TextForms.class)
  public static String removeprefix(String s, String prefix) {
    return s.startsWith(prefix) ? s.substring(prefix.length()) : s;
  }

  @Python(value = "str.removesuffix", columns = TextForms.class)
  public static String removesuffix(String s, String suffix) {
    return s.endsWith(suffix) ? s.substring(0, s.length() - suffix.length()) : s;
  }

  @Python(value = "str.expandtabs", params = "tabsize", optional = 1)
  public static String expandtabs(String s, Object tabsize) {
    long size = Ops.index(Py.or(tabsize, 8L));
    if (size != (int) size) throw PyError.tooLarge("int");
    StringBuilder out = new StringBuilder();
    long column = 0;
    for (int i = 0; i < s.length(); i++) {
      char c = s.charAt(i);
      if (c == '\t') {
        long n = size <= 0 ? 0 : size - column % size;
        out.append(Texts.repeat(" ", n));
        column += n;
      } else {
        out.append(c);
        column = c == '\n' || c == '\r' ? 0 : Character.isLowSurrogate(c) ? column : column + 1;
      }
    }
    return out.toString();
  }
}
