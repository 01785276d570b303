// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

/** A Spark struct: a tuple whose values also have names. */
public class PyRow extends PyTuple {
  public final String[] fields;

  public PyRow(String[] fields, Object... items) {
    super(items);
    this.fields = fields;
  }

  /** The position of a field (the first with that name), or -1. */
  public int index(String field) {
    for (int i = 0; i < fields.length; i++) if (fields[i].equals(field)) return i;
    return -1;
  }

  @Override
  public String repr() {
    StringBuilder out = new StringBuilder("Row(");
    for (int i = 0; i < items.length; i++) {
      if (i > 0) out.append(", ");
      out.append(fields[i]).append('=').append(Py.repr(items[i]));
    }
    return out.append(')').toString();
  }
}
