// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.util.Iterator;

/** A {@code collections.OrderedDict}: equality of two includes their order. */
public final class PyOrderedDict extends PyDict {
  @Override
  public String typeName() {
    return "collections.OrderedDict";
  }

  @Override
  public void put(Object key, Object value) {
    Keys.of(key); // whose error does not name the use, unlike that of a dict
    super.put(key, value);
  }

  /** The text of the error for a pair of {@code n} items. */
  static String wrongSize(int n) {
    return n < 2
        ? "need more than " + n + " value" + (n == 1 ? "" : "s") + " to unpack"
        : "too many values to unpack (expected 2)";
  }

  @Override
  PyDict empty() {
    return new PyOrderedDict();
  }

  @Override
  public String repr() {
    throw new Unsupported("the text of an OrderedDict: versions of Python differ");
  }

  @Override
  public boolean equals(Object other) {
    if (!super.equals(other) || !(other instanceof PyOrderedDict)) return super.equals(other);
    Iterator<Object> theirs = ((PyOrderedDict) other).map().keySet().iterator();
    for (Object key : map().keySet()) if (!Ops.same(key, theirs.next())) return false;
    return true;
  }

  @Override
  public int hashCode() {
    return super.hashCode();
  }
}
