// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.util.Iterator;

/** The methods of str that search, strip, fill, join and replace. Positions are code points. */
public final class Strings {
  private Strings() {}

  /** The code point at a char; -1 stays. */
  private static long at(String s, int i) {
    return i <= 0 ? i : s.codePointCount(0, i);
  }

  private static long found(long at) {
    if (at < 0) throw PyError.value("substring not found");
    return at;
  }

  private static final String INDICES =
      "slice indices must be integers or None or have an __index__ method";

  /** Start and end within the string, in code points; start may be beyond its end. */
  private static long[] bounds(long n, Object start, Object end) {
    long from = start == null ? 0 : Ops.index(start, INDICES);
    long to = end == null ? n : Ops.index(end, INDICES);
    if (to > n) to = n;
    else if (to < 0) to = Math.max(0, to + n);
    if (from < 0) from = Math.max(0, from + n);
    return new long[] {from, to};
  }

  /** The part between the bounds, or null where start is beyond end. */
  private static String within(String s, long points, long[] at) {
    return at[0] > at[1] ? null : Slices.cut(s, (int) points, (int) at[0], (int) at[1]);
  }

  private static long search(String s, String part, Object start, Object end, boolean last) {
    int points = s.codePointCount(0, s.length());
    long[] at = bounds(points, start, end);
    String in = within(s, points, at);
    if (in == null) return -1;
    int i = last ? in.lastIndexOf(part) : in.indexOf(part);
    return i < 0 ? -1 : at[0] + at(in, i);
  }

  @Python("str.find")
  public static long find(String s, String part) {
    return at(s, s.indexOf(part));
  }

  @Python("str.find")
  public static long find(String s, String part, Object start) {
    return search(s, part, start, null, false);
  }

  @Python("str.find")
  public static long find(String s, String part, Object start, Object end) {
    return search(s, part, start, end, false);
  }

  @Python("str.rfind")
  public static long rfind(String s, String part) {
    return at(s, s.lastIndexOf(part));
  }

  @Python("str.rfind")
  public static long rfind(String s, String part, Object start) {
    return search(s, part, start, null, true);
  }

  @Python("str.rfind")
  public static long rfind(String s, String part, Object start, Object end) {
    return search(s, part, start, end, true);
  }

  @Python(value = "str.index", raises = "ValueError")
  public static long index(String s, String part) {
    return found(at(s, s.indexOf(part)));
  }

  @Python(value = "str.index", raises = "ValueError")
  public static long index(String s, String part, Object start) {
    return found(search(s, part, start, null, false));
  }

  @Python(value = "str.index", raises = "ValueError")
  public static long index(String s, String part, Object start, Object end) {
    return found(search(s, part, start, end, false));
  }

  @Python(value = "str.rindex", raises = "ValueError")
  public static long rindex(String s, String part) {
    return found(at(s, s.lastIndexOf(part)));
  }

  @Python(value = "str.rindex", raises = "ValueError")
  public static long rindex(String s, String part, Object start) {
    return found(search(s, part, start, null, true));
  }

  @Python(value = "str.rindex", raises = "ValueError")
  public static long rindex(String s, String part, Object start, Object end) {
    return found(search(s, part, start, end, true));
  }

  @Python("str.count")
  public static long count(String s, String part) {
    if (part.isEmpty()) return s.codePointCount(0, s.length()) + 1;
    long n = 0;
    for (int i = s.indexOf(part); i >= 0; i = s.indexOf(part, i + part.length())) n++;
    return n;
  }

  @Python("str.count")
  public static long count(String s, String part, Object start) {
    return count(s, part, start, null);
  }

  @Python("str.count")
  public static long count(String s, String part, Object start, Object end) {
    int points = s.codePointCount(0, s.length());
    String in = within(s, points, bounds(points, start, end));
    return in == null ? 0 : count(in, part);
  }

  @Python("str.startswith")
  public static boolean startswith(String s, String part) {
    return s.startsWith(part);
  }

  @Python(value = "str.startswith", raises = "TypeError")
  public static boolean startswith(String s, Object part) {
    return affix(s, part, null, null, "startswith");
  }

  @Python(value = "str.startswith", raises = "TypeError")
  public static boolean startswith(String s, Object part, Object start) {
    return affix(s, part, start, null, "startswith");
  }

  @Python(value = "str.startswith", raises = "TypeError")
  public static boolean startswith(String s, Object part, Object start, Object end) {
    return affix(s, part, start, end, "startswith");
  }

  @Python("str.endswith")
  public static boolean endswith(String s, String part) {
    return s.endsWith(part);
  }

  @Python(value = "str.endswith", raises = "TypeError")
  public static boolean endswith(String s, Object part) {
    return affix(s, part, null, null, "endswith");
  }

  @Python(value = "str.endswith", raises = "TypeError")
  public static boolean endswith(String s, Object part, Object start) {
    return affix(s, part, start, null, "endswith");
  }

  @Python(value = "str.endswith", raises = "TypeError")
  public static boolean endswith(String s, Object part, Object start, Object end) {
    return affix(s, part, start, end, "endswith");
  }

  private static boolean affix(String s, Object part, Object start, Object end, String name) {
    int points = s.codePointCount(0, s.length());
    String in = s;
    if (start != null || end != null) in = within(s, points, bounds(points, start, end));
    if (part instanceof PyTuple) {
      for (Object one : (PyTuple) part) {
        if (!(one instanceof String)) {
          throw PyError.type(
              "tuple for " + name + " must only contain str, not " + Py.typeName(one));
        }
        if (affix(in, (String) one, name)) return true;
      }
      return false;
    }
    if (part instanceof String) return affix(in, (String) part, name);
    throw PyError.type(
        name + " first arg must be str or a tuple of str, not " + Py.typeName(part));
  }

  private static boolean affix(String in, String part, String name) {
    return in != null && (name.startsWith("s") ? in.startsWith(part) : in.endsWith(part));
  }

  private static boolean strips(int c, String chars) {
    return chars == null ? Texts.space(c) : chars.indexOf(c) >= 0;
  }

  private static String strip(String s, Object which, boolean left, boolean right) {
    if (which != null && !(which instanceof String)) {
      String name = left && right ? "strip" : left ? "lstrip" : "rstrip";
      throw PyError.type(name + " arg must be None or str");
    }
    String chars = (String) which;
    int start = 0;
    int end = s.length();
    while (left && start < end) {
      int c = s.codePointAt(start);
      if (!strips(c, chars)) break;
      start += Character.charCount(c);
    }
    while (right && start < end) {
      int c = s.codePointBefore(end);
      if (!strips(c, chars)) break;
      end -= Character.charCount(c);
    }
    return s.substring(start, end);
  }

  @Python("str.strip")
  public static String strip(String s) {
    return strip(s, null, true, true);
  }

  @Python(value = "str.strip", raises = "TypeError")
  public static String strip(String s, Object chars) {
    return strip(s, chars, true, true);
  }

  @Python("str.lstrip")
  public static String lstrip(String s) {
    return strip(s, null, true, false);
  }

  @Python(value = "str.lstrip", raises = "TypeError")
  public static String lstrip(String s, Object chars) {
    return strip(s, chars, true, false);
  }

  @Python("str.rstrip")
  public static String rstrip(String s) {
    return strip(s, null, false, true);
  }

  @Python(value = "str.rstrip", raises = "TypeError")
  public static String rstrip(String s, Object chars) {
    return strip(s, chars, false, true);
  }

  @Python("str.replace")
  public static String replace(String s, String old, String by) {
    return old.isEmpty() ? replace(s, old, by, -1L) : s.replace(old, by);
  }

  @Python(value = "str.replace", params = {"old", "new", "count"}, raises = "TypeError")
  public static String replace(String s, String old, String by, Object count) {
    long left = Ops.index(count);
    if (left < 0) left = Long.MAX_VALUE;
    StringBuilder out = new StringBuilder();
    int from = 0;
    int i = 0;
    while (left > 0 && i <= s.length()) {
      int hit = s.indexOf(old, i);
      if (hit < 0) break;
      out.append(s, from, hit).append(by);
      from = hit + old.length();
      i = from;
      // Between code points, where old is empty.
      if (old.isEmpty()) i += hit < s.length() ? Character.charCount(s.codePointAt(hit)) : 1;
      left--;
    }
    return out.append(s, from, s.length()).toString();
  }

  @Python(value = "str.join", raises = "TypeError")
  public static String join(String s, Object items) {
    if (!Ops.isIterable(items)) throw PyError.type("can only join an iterable");
    StringBuilder out = null;
    String first = null;
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
    return n == 0 ? "" : out == null ? first : out.toString();
  }

  private static String fill(Object fill, long n) {
    if (!(fill instanceof String)) {
      throw PyError.type(
          "The fill character must be a unicode character, not " + Py.typeName(fill));
    }
    if (Builtins.len((String) fill) != 1) {
      throw PyError.type("The fill character must be exactly one character long");
    }
    if (n > Integer.MAX_VALUE / 4) throw new Unsupported("a text of more than 512 MB");
    return n <= 0 ? "" : ((String) fill).repeat((int) n);
  }

  private static long missing(String s, Object width) {
    return Math.max(0, Ops.index(width) - s.codePointCount(0, s.length()));
  }

  @Python(value = "str.ljust", raises = "TypeError")
  public static String ljust(String s, Object width) {
    return ljust(s, width, " ");
  }

  @Python(value = "str.rjust", raises = "TypeError")
  public static String rjust(String s, Object width) {
    return rjust(s, width, " ");
  }

  @Python(value = "str.center", raises = "TypeError")
  public static String center(String s, Object width) {
    return center(s, width, " ");
  }

  @Python(value = "str.ljust", raises = "TypeError")
  public static String ljust(String s, Object width, Object fill) {
    return s + fill(fill, missing(s, width));
  }

  @Python(value = "str.rjust", raises = "TypeError")
  public static String rjust(String s, Object width, Object fill) {
    return fill(fill, missing(s, width)) + s;
  }

  @Python(value = "str.center", raises = "TypeError")
  public static String center(String s, Object width, Object fill) {
    long n = missing(s, width);
    long left = n / 2 + (n & Ops.index(width) & 1);
    return fill(fill, left) + s + fill(fill, n - left);
  }

  @Python(value = "str.zfill", raises = "TypeError")
  public static String zfill(String s, Object width) {
    String zeros = fill("0", missing(s, width));
    boolean sign = s.startsWith("-") || s.startsWith("+");
    return sign ? s.charAt(0) + zeros + s.substring(1) : zeros + s;
  }

  @Python("str.removeprefix")
  public static String removeprefix(String s, String prefix) {
    return s.startsWith(prefix) ? s.substring(prefix.length()) : s;
  }

  @Python("str.removesuffix")
  public static String removesuffix(String s, String suffix) {
    return s.endsWith(suffix) ? s.substring(0, s.length() - suffix.length()) : s;
  }

  @Python(value = "str.expandtabs", params = "tabsize")
  public static String expandtabs(String s) {
    return expandtabs(s, 8L);
  }

  @Python(value = "str.expandtabs", params = "tabsize", raises = "TypeError")
  public static String expandtabs(String s, Object tabsize) {
    long size = Ops.index(tabsize);
    StringBuilder out = new StringBuilder();
    long column = 0;
    for (int i = 0; i < s.length(); i++) {
      char c = s.charAt(i);
      if (c == '\t') {
        if (size <= 0) continue;
        long n = size - column % size;
        out.append(fill(" ", n));
        column += n;
      } else {
        out.append(c);
        column = c == '\n' || c == '\r' ? 0 : Character.isLowSurrogate(c) ? column : column + 1;
      }
    }
    return out.toString();
  }
}
