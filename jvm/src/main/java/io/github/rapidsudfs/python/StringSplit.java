// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import io.github.rapidsudfs.python.columns.TextForms;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;

/** split, rsplit, splitlines, partition and rpartition. */
public final class StringSplit {
  @Python("str.split")
  public static PyList split(String s) {
    return spaces(s, Long.MAX_VALUE);
  }

  @Python("str.split")
  public static PyList split(String s, String sep) {
    return by(s, sep, Long.MAX_VALUE);
  }

  @Python(
      value = "str.split .rsplit",
      params = "sep maxsplit",
      optional = 2,
      named = true,
      columns = TextForms.class)
  public static PyList split(String name, String s, Object sep, Object maxsplit) {
    long given = Ops.size(Py.or(maxsplit, -1L));
    long most = given < 0 ? Long.MAX_VALUE : given;
    boolean end = name.equals("rsplit") && most < Long.MAX_VALUE;
    if (Py.or(sep, null) == null) return end ? spacesFromEnd(s, most) : spaces(s, most);
    if (!(sep instanceof String)) {
      throw PyError.type("must be str or None, not " + Py.typeName(sep));
    }
    return name.equals("rsplit") ? fromEnd(s, (String) sep, most) : by(s, (String) sep, most);
  }

  private static void notEmpty(String sep) {
    if (sep.isEmpty()) throw PyError.value("empty separator");
  }

  /** Java finds a char faster than a string of one char. */
  private static int next(String s, String sep, int from) {
    return sep.length() == 1 ? s.indexOf(sep.charAt(0), from) : s.indexOf(sep, from);
  }

  private static PyList by(String s, String sep, long most) {
    notEmpty(sep);
    ArrayList<Object> out = new ArrayList<>();
    int from = 0;
    for (; most > 0; most--) {
      int hit = next(s, sep, from);
      if (hit < 0) break;
      out.add(s.substring(from, hit));
      from = hit + sep.length();
    }
    out.add(s.substring(from));
    return PyList.around(out);
  }

  /** {@code s.split(sep)[n]}; the last part for -1, which needs a separator of one character. */
  public static String part(String s, String sep, int n) {
    if (n < 0) return s.substring(s.lastIndexOf(sep) + 1);
    int from = 0;
    for (int left = n; ; left--) {
      int hit = next(s, sep, from);
      if (left == 0) return hit < 0 ? s.substring(from) : s.substring(from, hit);
      if (hit < 0) throw PyError.index("list index out of range");
      from = hit + sep.length();
    }
  }

  /** {@code a, b = s.split(sep)}: exactly this number of parts, or a ValueError. */
  public static String[] parts(String s, String sep, int n) {
    String[] out = new String[n];
    int from = 0;
    for (int k = 0; k < n; k++) {
      int hit = next(s, sep, from);
      if (hit < 0 != (k == n - 1)) {
        return Arrays.copyOf(Ops.unpack(split(s, sep), n), n, String[].class); // raises
      }
      out[k] = s.substring(from, hit < 0 ? s.length() : hit);
      from = hit + sep.length();
    }
    return out;
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
      if (i == n) return PyList.around(out);
      int from = i;
      if (most-- <= 0) {
        out.add(s.substring(from));
        return PyList.around(out);
      }
      while (i < n && !Texts.space(s.charAt(i))) i++;
      out.add(s.substring(from, i));
    }
  }

  private static PyList spacesFromEnd(String s, long most) {
    ArrayList<Object> out = new ArrayList<>();
    int i = s.length();
    while (true) {
      while (i > 0 && Texts.space(s.charAt(i - 1))) i--;
      if (i == 0) break;
      int end = i;
      if (most-- <= 0) {
        out.add(s.substring(0, end));
        break;
      }
      while (i > 0 && !Texts.space(s.charAt(i - 1))) i--;
      out.add(s.substring(i, end));
    }
    Collections.reverse(out);
    return PyList.around(out);
  }

  @Python(value = "str.splitlines", params = "keepends", optional = 1, columns = TextForms.class)
  public static PyList splitlines(String s, Object keepends) {
    Object flag = Py.or(keepends, false);
    boolean isInt = flag instanceof Boolean || flag instanceof Number && !(flag instanceof Double);
    if (!isInt) throw new Unsupported("splitlines with keepends that is no bool");
    boolean keep = Ops.truth(flag);
    ArrayList<Object> out = new ArrayList<>();
    int n = s.length();
    for (int i = 0; i < n; ) {
      int from = i;
      while (i < n && !ends(s.charAt(i))) i++;
      int end = i;
      if (i < n) i += s.startsWith("\r\n", i) ? 2 : 1;
      out.add(s.substring(from, keep ? i : end));
    }
    return PyList.around(out);
  }

  private static boolean ends(char c) {
    return "\n\u000b\f\r\u001c\u001d\u001e\u0085\u2028\u2029".indexOf(c) >= 0;
  }

  @Python(value = "str.partition .rpartition", named = true, columns = TextForms.class)
  public static PyTuple partition(String name, String s, String sep) {
    notEmpty(sep);
    boolean last = name.equals("rpartition");
    int hit = last ? s.lastIndexOf(sep) : s.indexOf(sep);
    if (hit < 0) return last ? new PyTuple("", "", s) : new PyTuple(s, "", "");
    return new PyTuple(s.substring(0, hit), sep, s.substring(hit + sep.length()));
  }
}
