// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

/** A {@code collections.defaultdict}: the factory of missing values, or null. */
public final class PyDefaultDict extends PyDict {
  private final PyFunction factory;

  PyDefaultDict(PyFunction factory) {
    this.factory = factory;
  }

  @Override
  public String typeName() {
    return "collections.defaultdict";
  }

  @Override
  PyDict empty() {
    return new PyDefaultDict(factory);
  }

  @Override
  Object missing(Object key) {
    if (factory == null) return super.missing(key);
    Object value = factory.call(new Object[0]);
    put(key, value);
    return value;
  }

  @Override
  public String repr() {
    for (Entry entry : map().values()) {
      if (entry.value == this) throw new Unsupported("the text of a defaultdict in itself");
    }
    String of = factory == null ? "None" : Py.repr(factory);
    return "defaultdict(" + of + ", " + super.repr() + ")";
  }
}
