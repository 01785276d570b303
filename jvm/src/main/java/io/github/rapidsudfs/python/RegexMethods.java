// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import io.github.rapidsudfs.python.columns.RegexForms;
import java.util.Map;

/** The methods and attributes of matches. */
public final class RegexMethods {
  @Python(value = "Match.group", optional = 1, columns = RegexForms.class)
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

  @Python(value = "Match.groups", params = "default", optional = 1, columns = RegexForms.class)
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

  /** The number of the group that closed last; None if no group took part. */
  @Python("Match.lastindex")
  public static Object lastIndex(PyMatch m) {
    int last = m.last();
    return last == 0 ? null : Long.valueOf(last);
  }

  @Python("Match.lastgroup")
  public static String lastGroup(PyMatch m) {
    int last = m.last();
    for (Map.Entry<String, Integer> name : m.pattern.parsed.names.entrySet()) {
      if (name.getValue() == last) return name.getKey();
    }
    return null;
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
