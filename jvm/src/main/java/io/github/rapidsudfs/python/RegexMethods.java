// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

/** The methods and attributes of compiled patterns and of matches. */
public final class RegexMethods {
  private RegexMethods() {}

  private static final long END = Long.MAX_VALUE;

  private static String text(Object s, int minor) {
    return s instanceof String ? (String) s : RegexOps.sub("(?!)", "", s, minor);
  }

  private static long pos(Object pos) {
    return pos == Py.ABSENT ? 0 : Math.max(0, Ops.index(pos));
  }

  @Python(value = "Pattern.match", params = "string", raises = "TypeError")
  public static PyMatch match(PyPattern p, Object s, int minor) {
    return p.one('m', text(s, minor), 0, END);
  }

  @Python(value = "Pattern.match", params = {"string", "pos"}, raises = "TypeError")
  public static PyMatch match(PyPattern p, Object s, Object pos, int minor) {
    return p.one('m', text(s, minor), pos(pos), END);
  }

  @Python(value = "Pattern.match", params = {"string", "pos", "endpos"}, raises = "TypeError")
  public static PyMatch match(PyPattern p, Object s, Object pos, long end, int minor) {
    return p.one('m', text(s, minor), pos(pos), Math.max(0, end));
  }

  @Python(value = "Pattern.fullmatch", params = "string", raises = "TypeError")
  public static PyMatch fullmatch(PyPattern p, Object s, int minor) {
    return p.one('f', text(s, minor), 0, END);
  }

  @Python(value = "Pattern.fullmatch", params = {"string", "pos"}, raises = "TypeError")
  public static PyMatch fullmatch(PyPattern p, Object s, Object pos, int minor) {
    return p.one('f', text(s, minor), pos(pos), END);
  }

  @Python(value = "Pattern.fullmatch", params = {"string", "pos", "endpos"}, raises = "TypeError")
  public static PyMatch fullmatch(PyPattern p, Object s, Object pos, long end, int minor) {
    return p.one('f', text(s, minor), pos(pos), Math.max(0, end));
  }

  @Python(value = "Pattern.search", params = "string", raises = "TypeError")
  public static PyMatch search(PyPattern p, Object s, int minor) {
    return p.one('s', text(s, minor), 0, END);
  }

  @Python(value = "Pattern.search", params = {"string", "pos"}, raises = "TypeError")
  public static PyMatch search(PyPattern p, Object s, Object pos, int minor) {
    return p.one('s', text(s, minor), pos(pos), END);
  }

  @Python(value = "Pattern.search", params = {"string", "pos", "endpos"}, raises = "TypeError")
  public static PyMatch search(PyPattern p, Object s, Object pos, long end, int minor) {
    return p.one('s', text(s, minor), pos(pos), Math.max(0, end));
  }

  @Python(value = "Pattern.findall", params = "string", raises = "TypeError")
  public static PyList findall(PyPattern p, Object s, int minor) {
    return RegexOps.findall(p, text(s, minor), 0, END);
  }

  @Python(value = "Pattern.finditer", params = "string", raises = "TypeError")
  public static PyIterator finditer(PyPattern p, Object s, int minor) {
    return RegexOps.finditer(p, text(s, minor), 0, END);
  }

  @Python(value = "Pattern.split", params = "string", raises = "TypeError")
  public static PyList split(PyPattern p, Object s, int minor) {
    return RegexOps.splits(p, text(s, minor), 0);
  }

  @Python(value = "Pattern.split", params = {"string", "maxsplit"}, raises = "TypeError")
  public static PyList split(PyPattern p, Object s, long maxsplit, int minor) {
    return RegexOps.splits(p, text(s, minor), maxsplit);
  }

  @Python(value = "Pattern.sub", params = {"repl", "string"}, raises = "TypeError")
  public static String sub(PyPattern p, Object repl, Object s, int minor) {
    return (String) RegexOps.subn(p, repl, s, 0, minor).get(0);
  }

  @Python(value = "Pattern.sub", params = {"repl", "string", "count"}, raises = "TypeError")
  public static String sub(PyPattern p, Object repl, Object s, long count, int minor) {
    return (String) RegexOps.subn(p, repl, s, count, minor).get(0);
  }

  @Python(value = "Pattern.subn", params = {"repl", "string"}, raises = "TypeError")
  public static PyTuple subn(PyPattern p, Object repl, Object s, int minor) {
    return RegexOps.subn(p, repl, s, 0, minor);
  }

  @Python(value = "Pattern.subn", params = {"repl", "string", "count"}, raises = "TypeError")
  public static PyTuple subn(PyPattern p, Object repl, Object s, long count, int minor) {
    return RegexOps.subn(p, repl, s, count, minor);
  }

  @Python("Pattern.pattern")
  public static String pattern(PyPattern p) {
    return p.source;
  }

  @Python("Pattern.flags")
  public static long flags(PyPattern p) {
    return p.flags;
  }

  @Python("Pattern.groups")
  public static long groups(PyPattern p) {
    return p.parsed.groups;
  }

  @Python("Match.group")
  public static String group(PyMatch m) {
    return (String) m.group(0, null);
  }

  @Python(value = "Match.group", raises = "IndexError")
  @Python(value = "operator.getitem", raises = "IndexError")
  public static Object group(PyMatch m, Object group) {
    return m.group(m.number(group), null);
  }

  @Python(value = "Match.group", raises = "IndexError")
  public static Object group(PyMatch m, Object... groups) {
    if (groups.length == 0) return group(m);
    if (groups.length == 1) return group(m, groups[0]);
    Object[] all = new Object[groups.length];
    for (int i = 0; i < all.length; i++) all[i] = group(m, groups[i]);
    return new PyTuple(all);
  }

  @Python("Match.groups")
  public static PyTuple groups(PyMatch m) {
    return m.groups(null);
  }

  @Python(value = "Match.groups", params = "default")
  public static PyTuple groups(PyMatch m, Object otherwise) {
    return m.groups(otherwise);
  }

  @Python("Match.groupdict")
  public static PyDict groupdict(PyMatch m) {
    return m.groupdict(null);
  }

  @Python(value = "Match.groupdict", params = "default")
  public static PyDict groupdict(PyMatch m, Object otherwise) {
    return m.groupdict(otherwise);
  }

  @Python("Match.start")
  public static long start(PyMatch m) {
    return m.at(0, false);
  }

  @Python(value = "Match.start", raises = "IndexError")
  public static long start(PyMatch m, Object group) {
    return m.at(m.number(group), false);
  }

  @Python("Match.end")
  public static long end(PyMatch m) {
    return m.at(0, true);
  }

  @Python(value = "Match.end", raises = "IndexError")
  public static long end(PyMatch m, Object group) {
    return m.at(m.number(group), true);
  }

  @Python("Match.span")
  public static PyTuple span(PyMatch m) {
    return span(m, 0L);
  }

  @Python(value = "Match.span", raises = "IndexError")
  public static PyTuple span(PyMatch m, Object group) {
    int g = m.number(group);
    return new PyTuple(m.at(g, false), m.at(g, true));
  }

  @Python("Match.expand")
  public static String expand(PyMatch m, String template) {
    return RegexOps.template(m.pattern, template).expand(m);
  }

  @Python("Match.string")
  public static String string(PyMatch m) {
    return m.string;
  }

  @Python("Match.re")
  public static PyPattern re(PyMatch m) {
    return m.pattern;
  }

  @Python("Match.pos")
  public static long startOfSearch(PyMatch m) {
    return m.pos;
  }

  @Python("Match.endpos")
  public static long endOfSearch(PyMatch m) {
    return m.endpos < 0 ? PyPattern.length(m.string) : m.endpos;
  }

  @Python("Match.lastindex")
  public static Object lastindex(PyMatch m) {
    int last = m.lastIndex();
    return last == 0 ? null : (Object) (long) last;
  }

  @Python("Match.lastgroup")
  public static Object lastgroup(PyMatch m) {
    int last = m.lastIndex();
    for (java.util.Map.Entry<String, Integer> name : m.pattern.parsed.names.entrySet()) {
      if (name.getValue() == last) return name.getKey();
    }
    return null;
  }
}
