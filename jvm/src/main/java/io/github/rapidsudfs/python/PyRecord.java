// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

/** A value of a {@code namedtuple} or {@code NamedTuple} class: a tuple with names. */
public final class PyRecord extends PyTuple {
  final String type;
  final String[] fields;

  public PyRecord(String type, String[] fields, Object... items) {
    super(items);
    this.type = type;
    this.fields = fields;
  }

  int index(String field) {
    for (int i = 0; i < fields.length; i++) if (fields[i].equals(field)) return i;
    return -1;
  }

  @Override
  public String repr() {
    StringBuilder out = new StringBuilder(type).append('(');
    for (int i = 0; i < items.length; i++) {
      if (i > 0) out.append(", ");
      out.append(fields[i]).append('=').append(Py.repr(items[i]));
    }
    return out.append(')').toString();
  }
}
