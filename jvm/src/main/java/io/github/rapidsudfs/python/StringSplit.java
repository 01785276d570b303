// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.util.ArrayList;
import java.util.Collections;

/** split, rsplit, splitlines, partition and rpartition. */
public final class StringSplit {
  private StringSplit() {}

  @Python(value = "str.split", params = {"sep", "maxsplit"})
  public static PyList split(String s) {
    return spaces(s, Long.MAX_VALUE);
  }

  @Python(value = "str.split", params = {"sep", "maxsplit"}, raises = "ValueError")
  public static PyList split(String s, String sep) {
    return by(s, sep, Long.MAX_VALUE);
  }

  @Python(value = "str.split", params = {"sep", "maxsplit"}, raises = {"ValueError", "TypeError"})
  public static PyList split(String s, Object sep) {
    return split(s, sep, -1L);
  }

  @Python(value = "str.split", params = {"sep", "maxsplit"}, raises = {"ValueError", "TypeError"})
  public static PyList split(String s, Object sep, Object maxsplit) {
    long most = most(maxsplit);
    return none(sep) ? spaces(s, most) : by(s, text(sep), most);
  }

  @Python(value = "str.rsplit", params = {"sep", "maxsplit"})
  public static PyList rsplit(String s) {
    return spaces(s, Long.MAX_VALUE);
  }

  @Python(value = "str.rsplit", params = {"sep", "maxsplit"}, raises = {"ValueError", "TypeError"})
  public static PyList rsplit(String s, Object sep) {
    return rsplit(s, sep, -1L);
  }

  @Python(value = "str.rsplit", params = {"sep", "maxsplit"}, raises = {"ValueError", "TypeError"})
  public static PyList rsplit(String s, Object sep, Object maxsplit) {
    long most = most(maxsplit);
    return none(sep) ? spacesFromEnd(s, most) : fromEnd(s, text(sep), most);
  }

  private static boolean none(Object sep) {
    return sep == null || sep == Py.ABSENT;
  }

  private static long most(Object maxsplit) {
    long most = maxsplit == Py.ABSENT ? -1 : Ops.index(maxsplit);
    return most < 0 ? Long.MAX_VALUE : most;
  }

  private static String text(Object sep) {
    if (!(sep instanceof String)) {
      throw PyError.type("must be str or None, not " + Py.typeName(sep));
    }
    return (String) sep;
  }

  private static void notEmpty(String sep) {
    if (sep.isEmpty()) throw PyError.value("empty separator");
  }

  private static PyList by(String s, String sep, long most) {
    notEmpty(sep);
    ArrayList<Object> out = new ArrayList<>();
    int from = 0;
    for (; most > 0; most--) {
      int hit = s.indexOf(sep, from);
      if (hit < 0) break;
      out.add(s.substring(from, hit));
      from = hit + sep.length();
    }
    out.add(s.substring(from));
    return PyList.around(out);
  }

  private static PyList fromEnd(String s, String sep, long most) {
    notEmpty(sep);
    ArrayList<Object> out = new ArrayList<>();
    int end = s.length();
    for (; most > 0; most--) {
      int hit = s.lastIndexOf(sep, end - sep.length());
      if (hit < 0 || end < sep.length()) break;
      out.add(s.substring(hit + sep.length(), end));
      end = hit;
    }
    out.add(s.substring(0, end));
    Collections.reverse(out);
    return PyList.around(out);
  }

  private static PyList spaces(String s, long most) {
    ArrayList<Object> out = new ArrayList<>();
    int n = s.length();
    int i = 0;
    while (true) {
      while (i < n && Texts.space(s.charAt(i))) i++;
      if (i == n) break;
      int from = i;
      if (most-- <= 0) {
        int end = n;
        while (Texts.space(s.charAt(end - 1))) end--;
        out.add(s.substring(from, end));
        break;
      }
      while (i < n && !Texts.space(s.charAt(i))) i++;
      out.add(s.substring(from, i));
    }
    return PyList.around(out);
  }

  private static PyList spacesFromEnd(String s, long most) {
    ArrayList<Object> out = new ArrayList<>();
    int i = s.length();
    while (true) {
      while (i > 0 && Texts.space(s.charAt(i - 1))) i--;
      if (i == 0) break;
      int end = i;
      if (most-- <= 0) {
        int from = 0;
        while (Texts.space(s.charAt(from))) from++;
        out.add(s.substring(from, end));
        break;
      }
      while (i > 0 && !Texts.space(s.charAt(i - 1))) i--;
      out.add(s.substring(i, end));
    }
    Collections.reverse(out);
    return PyList.around(out);
  }

  @Python(value = "str.splitlines", params = "keepends")
  public static PyList splitlines(String s) {
    return splitlines(s, false);
  }

  @Python(value = "str.splitlines", params = "keepends")
  public static PyList splitlines(String s, Object keepends) {
    boolean keep = Ops.truth(keepends);
    ArrayList<Object> out = new ArrayList<>();
    int n = s.length();
    for (int i = 0; i < n; ) {
      int from = i;
      while (i < n && !ends(s.charAt(i))) i++;
      int end = i;
      if (i < n) i += s.charAt(i) == '\r' && i + 1 < n && s.charAt(i + 1) == '\n' ? 2 : 1;
      out.add(s.substring(from, keep ? i : end));
    }
    return PyList.around(out);
  }

  private static boolean ends(char c) {
    return c >= '\n' && c <= '\r' || c >= 0x1c && c <= 0x1e || c == 0x85 || c == 0x2028
        || c == 0x2029;
  }

  @Python(value = "str.partition", raises = "ValueError")
  public static PyTuple partition(String s, String sep) {
    notEmpty(sep);
    int hit = s.indexOf(sep);
    if (hit < 0) return new PyTuple(s, "", "");
    return new PyTuple(s.substring(0, hit), sep, s.substring(hit + sep.length()));
  }

  @Python(value = "str.rpartition", raises = "ValueError")
  public static PyTuple rpartition(String s, String sep) {
    notEmpty(sep);
    int hit = s.lastIndexOf(sep);
    if (hit < 0) return new PyTuple("", "", s);
    return new PyTuple(s.substring(0, hit), sep, s.substring(hit + sep.length()));
  }
}
