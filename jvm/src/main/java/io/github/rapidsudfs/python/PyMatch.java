// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.util.Map;
import java.util.regex.MatchResult;

/** A match object of {@code re}. Its public indexes count code points. */
public final class PyMatch implements PyObject {
  final PyPattern pattern;
  final String string;

  /** Start and end of each group in Java's indexes; -1 if it did not participate. */
  private final int[] spans;

  PyMatch(PyPattern pattern, String string, MatchResult m) {
    this.pattern = pattern;
    this.string = string;
    spans = new int[2 * m.groupCount() + 2];
    for (int g = 0; g <= m.groupCount(); g++) {
      spans[2 * g] = m.start(g);
      spans[2 * g + 1] = m.end(g);
    }
  }

  int groups() {
    return spans.length / 2 - 1;
  }

  /** The group's number: an int, bool or name. */
  int number(Object group) {
    if (group instanceof Long || group instanceof Boolean) {
      long g = Ops.index(group);
      if (g >= 0 && g <= groups()) return (int) g;
    } else if (pattern.parsed.names.containsKey(group)) {
      return pattern.parsed.names.get(group);
    }
    throw PyError.index("no such group");
  }

  /**
   * The group that closed last, or 0. It ends last; of those that end there, it is written last:
   * they are nested, or empty. In a repeat, an empty one may have closed before or after.
   */
  int last() {
    int last = 0;
    boolean tie = false;
    for (int g : pattern.parsed.closing) {
      if (spans[2 * g] < 0 || last > 0 && spans[2 * g + 1] < spans[2 * last + 1]) continue;
      boolean ends = last > 0 && spans[2 * g + 1] == spans[2 * last + 1];
      boolean empty =
          spans[2 * g] == spans[2 * g + 1] || last > 0 && spans[2 * last] == spans[2 * last + 1];
      tie = ends && (tie || empty);
      last = g;
    }
    if (tie && pattern.parsed.repeatsGroup) throw new Unsupported("which group closed last");
    return last;
  }

  Object group(int g, Object otherwise) {
    return spans[2 * g] < 0 ? otherwise : string.substring(spans[2 * g], spans[2 * g + 1]);
  }

  long at(int g, boolean end) {
    int i = spans[2 * g + (end ? 1 : 0)];
    return i < 0 ? -1 : string.codePointCount(0, i);
  }

  PyTuple groups(Object otherwise) {
    Object[] all = new Object[groups()];
    for (int g = 1; g <= all.length; g++) all[g - 1] = group(g, otherwise);
    return new PyTuple(all);
  }

  PyDict groupdict(Object otherwise) {
    PyDict all = new PyDict();
    for (Map.Entry<String, Integer> name : pattern.parsed.names.entrySet()) {
      all.put(name.getKey(), group(name.getValue(), otherwise));
    }
    return all;
  }

  @Override
  public String typeName() {
    return "re.Match";
  }

  @Override
  public String repr() {
    String text = Py.repr(group(0, null));
    if (text.length() > 50) throw new Unsupported("the text of a match longer than 50");
    String span = at(0, false) + ", " + at(0, true);
    return "<re.Match object; span=(" + span + "), match=" + text + ">";
  }
}
