// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

/** The functions of {@code re}: those of compiled patterns. */
public final class RegexOps {
  private static PyPattern pattern(Object pattern, Object given, int minor) {
    long flags = Ops.index(Py.or(given, 0L));
    if (pattern instanceof PyPattern) {
      if (flags != 0) throw PyError.value("cannot process flags argument with a compiled pattern");
      return (PyPattern) pattern;
    }
    if (pattern instanceof PyBytes) throw new Unsupported("regular expressions over bytes");
    if (pattern instanceof String) return PyPattern.of((String) pattern, flags, minor);
    throw PyError.type("first argument must be string or compiled pattern");
  }

  @Python(value = "re.compile", params = "pattern flags", optional = 1)
  public static PyPattern compile(Object p, Object flags, int minor) {
    return pattern(p, flags, minor);
  }

  @Python(
      value = "re.match .fullmatch .search",
      params = "pattern string flags",
      optional = 1,
      named = true)
  public static PyMatch match(String name, Object p, Object s, Object flags, int minor) {
    return RegexMethods.match(name, pattern(p, flags, minor), s, minor);
  }

  @Python(value = "re.findall", params = "pattern string flags", optional = 1)
  public static PyList findall(Object p, Object s, Object flags, int minor) {
    return RegexMethods.findall(pattern(p, flags, minor), s, minor);
  }

  @Python(value = "re.finditer", params = "pattern string flags", optional = 1)
  public static PyIterator finditer(Object p, Object s, Object flags, int minor) {
    return RegexMethods.finditer(pattern(p, flags, minor), s, minor);
  }

  @Python(value = "re.split", params = "pattern string maxsplit flags", optional = 2)
  public static PyList split(Object p, Object s, Object maxsplit, Object flags, int minor) {
    return RegexMethods.split(pattern(p, flags, minor), s, maxsplit, minor);
  }

  @Python(value = "re.sub", params = "pattern repl string count flags", optional = 2)
  public static String sub(Object p, Object repl, Object s, Object count, Object flags, int minor) {
    return RegexMethods.sub(pattern(p, flags, minor), repl, s, count, minor);
  }

  @Python(value = "re.subn", params = "pattern repl string count flags", optional = 2)
  public static PyTuple subn(
      Object p, Object repl, Object s, Object count, Object flags, int minor) {
    return RegexMethods.subn(pattern(p, flags, minor), repl, s, count, minor);
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
