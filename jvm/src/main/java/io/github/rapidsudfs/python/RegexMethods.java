// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.util.regex.Matcher;

/**
 * The methods and attributes of compiled patterns and of matches. An empty match may follow another
 * match at its end (as from Python 3.7 on).
 */
public final class RegexMethods {
  private static String text(Object s, int minor) {
    if (s instanceof String) return (String) s;
    if (s instanceof PyBytes) {
      throw PyError.type("cannot use a string pattern on a bytes-like object");
    }
    throw PyError.type(
        "expected string or bytes-like object"
            + (minor >= 11 ? ", got '" + Py.typeName(s) + "'" : ""));
  }

  @Python(value = "Pattern.match .fullmatch .search", params = "string", named = true)
  public static PyMatch match(String name, PyPattern p, Object s, int minor) {
    return p.one(name.charAt(0), text(s, minor));
  }

  @Python(value = "Pattern.findall", params = "string")
  public static PyList findall(PyPattern p, Object s, int minor) {
    PyList all = new PyList();
    PyPattern.Scan scan = p.new Scan(text(s, minor));
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

  @Python(value = "Pattern.finditer", params = "string")
  public static PyIterator finditer(PyPattern p, Object string, int minor) {
    String s = text(string, minor);
    PyPattern.Scan scan = p.new Scan(s);
    return new PyIterator(
        "callable_iterator",
        new Sequences.Lazy() {
          @Override
          Object advance() {
            return scan.next() ? new PyMatch(p, s, scan.m) : Py.ABSENT;
          }
        });
  }

  @Python(value = "Pattern.split", params = "string maxsplit", optional = 1)
  public static PyList split(PyPattern p, Object string, Object maxsplit, int minor) {
    String s = text(string, minor);
    long most = Ops.index(Py.or(maxsplit, 0L));
    PyList all = new PyList();
    PyPattern.Scan scan = p.new Scan(s);
    int last = 0;
    for (long n = 0; (most == 0 || n < most) && scan.next(); n++) {
      Matcher m = scan.m;
      all.add(s.substring(last, m.start()));
      for (int g = 1; g <= m.groupCount(); g++) all.add(m.group(g));
      last = m.end();
    }
    all.add(s.substring(last));
    return all;
  }

  @Python(value = "Pattern.sub", params = "repl string count", optional = 1)
  public static String sub(PyPattern p, Object repl, Object s, Object count, int minor) {
    return (String) subn(p, repl, s, count, minor).get(0);
  }

  @Python(value = "Pattern.subn", params = "repl string count", optional = 1)
  public static PyTuple subn(PyPattern p, Object repl, Object string, Object count, int minor) {
    if (!(repl instanceof String) && !(repl instanceof PyFunction)) {
      throw new Unsupported("re.sub with a replacement of type " + Py.typeName(repl));
    }
    boolean escapes = repl instanceof String && ((String) repl).indexOf('\\') >= 0;
    RegexTemplate template = escapes ? p.template((String) repl) : null;
    String s = text(string, minor);
    long most = Ops.index(Py.or(count, 0L));
    PyPattern.Scan scan = p.new Scan(s);
    StringBuilder out = null;
    int last = 0;
    long n = 0;
    for (; (most == 0 || n < most) && scan.next(); n++) {
      Matcher m = scan.m;
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
              "sequence item "
                  + (out.length() == 0 ? 0 : 1)
                  + ": expected str instance, "
                  + Py.typeName(value)
                  + " found");
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

  @Python(value = "Match.group", optional = 1)
  public static Object group(PyMatch m, Object group) {
    return m.group(m.number(Py.or(group, 0L)), null);
  }

  @Python("Match.group")
  public static Object group(PyMatch m, Object first, Object second, Object... more) {
    Object[] all = new Object[2 + more.length];
    for (int i = 0; i < all.length; i++) {
      all[i] = group(m, i == 0 ? first : i == 1 ? second : more[i - 2]);
    }
    return new PyTuple(all);
  }

  @Python(value = "Match.groups", params = "default", optional = 1)
  public static PyTuple groups(PyMatch m, Object otherwise) {
    return m.groups(Py.or(otherwise, null));
  }

  @Python(value = "Match.groupdict", params = "default", optional = 1)
  public static PyDict groupdict(PyMatch m, Object otherwise) {
    return m.groupdict(Py.or(otherwise, null));
  }

  @Python(value = "Match.start .end", optional = 1, named = true)
  public static long at(String name, PyMatch m, Object group) {
    return m.at(m.number(Py.or(group, 0L)), name.equals("end"));
  }

  @Python(value = "Match.span", optional = 1)
  public static PyTuple span(PyMatch m, Object group) {
    return new PyTuple(at("start", m, group), at("end", m, group));
  }

  @Python("Match.string")
  public static String string(PyMatch m) {
    return m.string;
  }

  @Python("Match.re")
  public static PyPattern re(PyMatch m) {
    return m.pattern;
  }
}
