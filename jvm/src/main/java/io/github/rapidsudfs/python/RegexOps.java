// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import io.github.rapidsudfs.python.columns.RegexForms;
import java.util.regex.MatchResult;

/**
 * The functions of {@code re}, and the methods of compiled patterns. An empty match may directly
 * follow another match (as from Python 3.7 on).
 */
public final class RegexOps {
  /** A text, and the range in which a pattern's method searches, in Java's indexes. */
  private record Part(String text, int from, int to) {
    static Part of(Object string, Object pos, Object endpos, int minor) {
      long from = Ops.size(Py.or(pos, 0L));
      long to = Ops.size(Py.or(endpos, Long.MAX_VALUE));
      String s = RegexOps.text(string, minor);
      if (from == 0 && to == Long.MAX_VALUE) return new Part(s, 0, s.length());
      int n = s.codePointCount(0, s.length());
      int first = (int) Math.max(0, Math.min(n, from));
      int last = (int) Math.max(0, Math.min(n, to));
      if (first > last) throw new Unsupported("a search that ends before it begins");
      return new Part(s, s.offsetByCodePoints(0, first), s.offsetByCodePoints(0, last));
    }
  }

  private static PyPattern pattern(Object pattern, Object given, int minor) {
    long flags = Ops.index(Py.or(given, 0L));
    if (pattern instanceof PyPattern) {
      if (flags != 0) throw new Unsupported("flags with a compiled pattern");
      return (PyPattern) pattern;
    }
    if (pattern instanceof PyBytes) throw new Unsupported("regular expressions over bytes");
    if (pattern instanceof String) return PyPattern.of((String) pattern, flags, minor);
    // Python looks it up in a cache first.
    if (!(pattern instanceof Double)) Keys.of(pattern);
    throw PyError.type("first argument must be string or compiled pattern");
  }

  @Python(value = "re.compile", params = "pattern flags", optional = 1, columns = RegexForms.class)
  public static PyPattern compile(Object p, Object flags, int minor) {
    return pattern(p, flags, minor);
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

  @Python(
      value = "re.match .fullmatch .search",
      params = "pattern string flags",
      optional = 1,
      named = true,
      columns = RegexForms.class)
  public static PyMatch match(String name, Object p, Object s, Object flags, int minor) {
    PyPattern pattern = pattern(p, flags, minor);
    return pattern.one(name.charAt(0), text(s, minor));
  }

  @Python(
      value = "Pattern.match .fullmatch .search",
      params = "string pos endpos",
      optional = 2,
      named = true,
      columns = RegexForms.class)
  public static PyMatch match(
      String name, PyPattern p, Object string, Object pos, Object endpos, int minor) {
    Part part = Part.of(string, pos, endpos, minor);
    return p.one(name.charAt(0), part.text, part.from, part.to);
  }

  @Python(
      value = "Pattern.findall",
      params = "string pos endpos",
      optional = 2,
      columns = RegexForms.class)
  public static PyList findall(PyPattern p, Object string, Object pos, Object endpos, int minor) {
    Part part = Part.of(string, pos, endpos, minor);
    return findall(p.new Scan(part.text, part.from, part.to));
  }

  @Python(value = "Pattern.finditer", params = "string pos endpos", optional = 2)
  public static PyIterator finditer(
      PyPattern p, Object string, Object pos, Object endpos, int minor) {
    Part part = Part.of(string, pos, endpos, minor);
    return finditer(p, part.text, p.new Scan(part.text, part.from, part.to));
  }

  @Python(
      value = "re.findall",
      params = "pattern string flags",
      optional = 1,
      columns = RegexForms.class)
  public static PyList findall(Object p, Object s, Object flags, int minor) {
    return findall(pattern(p, flags, minor).new Scan(text(s, minor)));
  }

  private static PyList findall(PyPattern.Scan scan) {
    PyList all = new PyList();
    while (scan.next()) {
      int n = scan.m.groupCount();
      Object[] groups = new Object[Math.max(1, n)];
      for (int g = 0; g < groups.length; g++) {
        String found = scan.m.group(n == 0 ? 0 : g + 1);
        groups[g] = found == null ? "" : found;
      }
      all.add(n < 2 ? groups[0] : new PyTuple(groups));
    }
    return all;
  }

  @Python(value = "re.finditer", params = "pattern string flags", optional = 1)
  public static PyIterator finditer(Object given, Object string, Object flags, int minor) {
    PyPattern p = pattern(given, flags, minor);
    String s = text(string, minor);
    return finditer(p, s, p.new Scan(s));
  }

  private static PyIterator finditer(PyPattern p, String s, PyPattern.Scan scan) {
    return new PyIterator(
        "callable_iterator",
        new Sequences.Lazy() {
          @Override
          Object advance() {
            return scan.next() ? new PyMatch(p, s, scan.m) : Py.ABSENT;
          }
        });
  }

  @Python(
      value = "re.split Pattern.split",
      params = "pattern string maxsplit flags",
      optional = 2,
      columns = RegexForms.class)
  public static PyList split(
      Object given, Object string, Object maxsplit, Object flags, int minor) {
    PyPattern p = pattern(given, flags, minor);
    String s = text(string, minor);
    long most = Ops.size(Py.or(maxsplit, 0L));
    PyList all = new PyList();
    PyPattern.Scan scan = p.new Scan(s);
    int last = 0;
    for (long n = 0; (most == 0 || n < most) && scan.next(); n++) {
      MatchResult m = scan.m;
      all.add(s.substring(last, m.start()));
      for (int g = 1; g <= m.groupCount(); g++) all.add(m.group(g));
      last = m.end();
    }
    all.add(s.substring(last));
    return all;
  }

  @Python(
      value = "re.sub Pattern.sub",
      params = "pattern repl string count flags",
      optional = 2,
      columns = RegexForms.class)
  public static String sub(Object p, Object repl, Object s, Object count, Object flags, int minor) {
    if ("".equals(repl) && s instanceof String && count == Py.ABSENT) {
      String rest = pattern(p, flags, minor).without((String) s);
      if (rest != null) return rest;
    }
    return (String) subn(p, repl, s, count, flags, minor).get(0);
  }

  @Python(value = "re.subn Pattern.subn", params = "pattern repl string count flags", optional = 2)
  public static PyTuple subn(
      Object given, Object repl, Object string, Object count, Object flags, int minor) {
    PyPattern p = pattern(given, flags, minor);
    if (!(repl instanceof PyFunction)) decoded(repl, "re.sub with a replacement");
    boolean escapes = repl instanceof String && ((String) repl).indexOf('\\') >= 0;
    RegexTemplate template = escapes ? p.template((String) repl) : null;
    String s = text(string, minor);
    long most = Ops.size(Py.or(count, 0L));
    PyPattern.Scan scan = p.new Scan(s);
    StringBuilder out = null;
    int last = 0;
    long n = 0;
    for (; (most == 0 || n < most) && scan.next(); n++) {
      MatchResult m = scan.m;
      if (out == null) out = new StringBuilder(s.length() + 16);
      out.append(s, last, m.start());
      last = m.end();
      if (template != null) template.append(out, s, m);
      else if (repl instanceof String) out.append((String) repl);
      else {
        PyMatch match = new PyMatch(p, s, m);
        Object value = ((PyFunction) repl).call(new Object[] {match});
        if (value != null && !(value instanceof String)) {
          throw PyError.type(
              String.format(
                  "sequence item %d: expected str instance, %s found",
                  out.length() == 0 ? 0 : 1, Py.typeName(value)));
        }
        out.append(value == null ? "" : (String) value);
      }
    }
    return new PyTuple(out == null ? s : out.append(s, last, s.length()).toString(), n);
  }

  @Python("Pattern.pattern")
  public static String pattern(PyPattern p) {
    return p.source;
  }

  /** A string; for None and numbers, the error of Python's attempt to decode them. */
  private static String decoded(Object s, String what) {
    if (s instanceof String) return (String) s;
    String type = Py.typeName(s);
    if (s != null && !(s instanceof Number)) throw new Unsupported(what + " of type " + type);
    throw PyError.type("decoding to str: need a bytes-like object, " + type + " found");
  }

  @Python(value = "re.escape", params = "pattern")
  public static String escape(Object s) {
    return escape(decoded(s, "re.escape of a value"));
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
}
