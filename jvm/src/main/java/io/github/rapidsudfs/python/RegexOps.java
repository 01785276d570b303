// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.regex.Matcher;

/**
 * The functions of {@code re} and the methods of patterns. An empty match may follow another match
 * at its end (as from Python 3.7 on).
 */
public final class RegexOps {
  private RegexOps() {}

  private static PyPattern pattern(Object pattern, long flags, int minor) {
    if (pattern instanceof PyPattern) {
      if (flags != 0) throw PyError.value("cannot process flags argument with a compiled pattern");
      return (PyPattern) pattern;
    }
    if (pattern instanceof PyBytes) throw new Unsupported("regular expressions over bytes");
    if (pattern instanceof String) return PyPattern.of((String) pattern, flags, minor);
    throw PyError.type("first argument must be string or compiled pattern");
  }

  private static String text(Object s, int minor) {
    if (s instanceof String) return (String) s;
    if (s instanceof PyBytes) {
      throw PyError.type("cannot use a string pattern on a bytes-like object");
    }
    throw PyError.type(
        "expected string or bytes-like object"
            + (minor >= 11 ? ", got '" + Py.typeName(s) + "'" : ""));
  }

  private static long count(Object n) {
    return n == Py.ABSENT ? 0 : Ops.index(n);
  }

  @Python(value = "re.compile", params = "pattern")
  public static PyPattern compile(Object p, int minor) {
    return pattern(p, 0, minor);
  }

  @Python(value = "re.compile", params = {"pattern", "flags"})
  public static PyPattern compile(Object p, long flags, int minor) {
    return pattern(p, flags, minor);
  }

  @Python(value = "re.match", params = {"pattern", "string"}, raises = "TypeError")
  public static PyMatch match(Object p, Object s, int minor) {
    return pattern(p, 0, minor).one('m', text(s, minor), 0, Long.MAX_VALUE);
  }

  @Python(value = "re.match", params = {"pattern", "string", "flags"}, raises = "TypeError")
  public static PyMatch match(Object p, Object s, long flags, int minor) {
    return pattern(p, flags, minor).one('m', text(s, minor), 0, Long.MAX_VALUE);
  }

  @Python(value = "re.fullmatch", params = {"pattern", "string"}, raises = "TypeError")
  public static PyMatch fullmatch(Object p, Object s, int minor) {
    return pattern(p, 0, minor).one('f', text(s, minor), 0, Long.MAX_VALUE);
  }

  @Python(value = "re.fullmatch", params = {"pattern", "string", "flags"}, raises = "TypeError")
  public static PyMatch fullmatch(Object p, Object s, long flags, int minor) {
    return pattern(p, flags, minor).one('f', text(s, minor), 0, Long.MAX_VALUE);
  }

  @Python(value = "re.search", params = {"pattern", "string"}, raises = "TypeError")
  public static PyMatch search(Object p, Object s, int minor) {
    return pattern(p, 0, minor).one('s', text(s, minor), 0, Long.MAX_VALUE);
  }

  @Python(value = "re.search", params = {"pattern", "string", "flags"}, raises = "TypeError")
  public static PyMatch search(Object p, Object s, long flags, int minor) {
    return pattern(p, flags, minor).one('s', text(s, minor), 0, Long.MAX_VALUE);
  }

  @Python(value = "re.findall", params = {"pattern", "string"}, raises = "TypeError")
  public static PyList findall(Object p, Object s, int minor) {
    return findall(pattern(p, 0, minor), text(s, minor), 0, Long.MAX_VALUE);
  }

  @Python(value = "re.findall", params = {"pattern", "string", "flags"}, raises = "TypeError")
  public static PyList findall(Object p, Object s, long flags, int minor) {
    return findall(pattern(p, flags, minor), text(s, minor), 0, Long.MAX_VALUE);
  }

  @Python(value = "re.finditer", params = {"pattern", "string"}, raises = "TypeError")
  public static PyIterator finditer(Object p, Object s, int minor) {
    return finditer(pattern(p, 0, minor), text(s, minor), 0, Long.MAX_VALUE);
  }

  @Python(value = "re.finditer", params = {"pattern", "string", "flags"}, raises = "TypeError")
  public static PyIterator finditer(Object p, Object s, long flags, int minor) {
    return finditer(pattern(p, flags, minor), text(s, minor), 0, Long.MAX_VALUE);
  }

  @Python(value = "re.split", params = {"pattern", "string"}, raises = "TypeError")
  public static PyList split(Object p, Object s, int minor) {
    return splits(pattern(p, 0, minor), text(s, minor), 0);
  }

  @Python(value = "re.split", params = {"pattern", "string", "maxsplit"}, raises = "TypeError")
  public static PyList split(Object p, Object s, Object maxsplit, int minor) {
    return splits(pattern(p, 0, minor), text(s, minor), count(maxsplit));
  }

  @Python(
      value = "re.split",
      params = {"pattern", "string", "maxsplit", "flags"},
      raises = "TypeError")
  public static PyList split(Object p, Object s, Object maxsplit, long flags, int minor) {
    return splits(pattern(p, flags, minor), text(s, minor), count(maxsplit));
  }

  @Python(
      value = "re.sub",
      params = {"pattern", "repl", "string"},
      raises = {"TypeError", "re.error", "IndexError"})
  public static String sub(Object p, Object repl, Object s, int minor) {
    return (String) subn(pattern(p, 0, minor), repl, s, 0, minor).get(0);
  }

  @Python(
      value = "re.sub",
      params = {"pattern", "repl", "string", "count"},
      raises = {"TypeError", "re.error", "IndexError"})
  public static String sub(Object p, Object repl, Object s, Object count, int minor) {
    return (String) subn(pattern(p, 0, minor), repl, s, count(count), minor).get(0);
  }

  @Python(
      value = "re.sub",
      params = {"pattern", "repl", "string", "count", "flags"},
      raises = {"TypeError", "re.error", "IndexError"})
  public static String sub(Object p, Object repl, Object s, Object count, long flags, int minor) {
    return (String) subn(pattern(p, flags, minor), repl, s, count(count), minor).get(0);
  }

  @Python(value = "re.subn", params = {"pattern", "repl", "string"})
  public static PyTuple subn(Object p, Object repl, Object s, int minor) {
    return subn(pattern(p, 0, minor), repl, s, 0, minor);
  }

  @Python(value = "re.subn", params = {"pattern", "repl", "string", "count"})
  public static PyTuple subn(Object p, Object repl, Object s, Object count, int minor) {
    return subn(pattern(p, 0, minor), repl, s, count(count), minor);
  }

  @Python(value = "re.subn", params = {"pattern", "repl", "string", "count", "flags"})
  public static PyTuple subn(Object p, Object repl, Object s, Object count, long flags, int minor) {
    return subn(pattern(p, flags, minor), repl, s, count(count), minor);
  }

  @Python(value = "re.escape", params = "pattern")
  public static String escape(String s) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < s.length(); i++) {
      char c = s.charAt(i);
      if ("()[]{}?*+-|^$\\.&~# \t\n\r\u000b\f".indexOf(c) >= 0) out.append('\\');
      out.append(c);
    }
    return out.toString();
  }

  static PyList findall(PyPattern p, String s, long pos, long end) {
    ArrayList<Object> all = new ArrayList<>();
    PyPattern.Scan scan = p.new Scan(s, pos, end);
    while (scan.next()) {
      Matcher m = scan.m;
      int n = m.groupCount();
      if (n < 2) {
        all.add(group(m, n, ""));
        continue;
      }
      Object[] groups = new Object[n];
      for (int g = 1; g <= n; g++) groups[g - 1] = group(m, g, "");
      all.add(new PyTuple(groups));
    }
    return PyList.around(all);
  }

  private static Object group(Matcher m, int g, Object otherwise) {
    String found = m.group(g);
    return found == null ? otherwise : found;
  }

  static PyIterator finditer(PyPattern p, String s, long pos, long end) {
    PyPattern.Scan scan = p.new Scan(s, pos, end);
    return new PyIterator(
        "callable_iterator",
        new Iterator<Object>() {
          private boolean known;
          private boolean more = true;

          @Override
          public boolean hasNext() {
            if (!known && more) more = scan.next();
            known = true;
            return more;
          }

          @Override
          public Object next() {
            if (!hasNext()) throw new NoSuchElementException();
            known = false;
            return new PyMatch(p, s, scan.m, pos, end);
          }
        });
  }

  static PyList splits(PyPattern p, String s, long most) {
    ArrayList<Object> all = new ArrayList<>();
    PyPattern.Scan scan = p.new Scan(s, 0, Long.MAX_VALUE);
    int last = 0;
    for (long n = 0; (most == 0 || n < most) && scan.next(); n++) {
      Matcher m = scan.m;
      all.add(s.substring(last, m.start()));
      for (int g = 1; g <= m.groupCount(); g++) all.add(m.group(g));
      last = m.end();
    }
    all.add(s.substring(last));
    return PyList.around(all);
  }

  static PyTuple subn(PyPattern p, Object repl, Object string, long most, int minor) {
    if (!(repl instanceof String) && !(repl instanceof PyFunction)) {
      throw new Unsupported("re.sub with a replacement of type " + Py.typeName(repl));
    }
    RegexTemplate template =
        repl instanceof String && ((String) repl).indexOf('\\') >= 0
            ? template(p, (String) repl)
            : null;
    String s = text(string, minor);
    PyPattern.Scan scan = p.new Scan(s, 0, Long.MAX_VALUE);
    StringBuilder out = null;
    int last = 0;
    long n = 0;
    for (; (most == 0 || n < most) && scan.next(); n++) {
      Matcher m = scan.m;
      if (out == null) out = new StringBuilder(s.length() + 16);
      out.append(s, last, m.start());
      if (template != null) {
        template.append(out, s, m);
      } else if (repl instanceof String) {
        out.append((String) repl);
      } else {
        Object value =
            ((PyFunction) repl).call(new Object[] {new PyMatch(p, s, m, 0, Long.MAX_VALUE)});
        if (value != null && !(value instanceof String)) {
          throw PyError.type(
              "sequence item " + (out.length() == 0 ? 0 : 1) + ": expected str instance, "
                  + Py.typeName(value) + " found");
        }
        out.append(value == null ? "" : (String) value);
      }
      last = m.end();
    }
    return new PyTuple(out == null ? s : out.append(s, last, s.length()).toString(), n);
  }

  static RegexTemplate template(PyPattern p, String text) {
    RegexTemplate found = p.templates.get(text);
    if (found == null) {
      found = new RegexTemplate(text, p);
      if (p.templates.size() < 64) p.templates.put(text, found);
    }
    return found;
  }
}
