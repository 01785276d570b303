// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.util.Iterator;

/** An iterator as a value: zip, enumerate, reversed, map, filter, {@code iter()}. */
public final class PyIterator implements Iterable<Object> {
  private final String type;
  final Iterator<Object> items;

  public PyIterator(String type, Iterator<Object> items) {
    this.type = type;
    this.items = items;
  }

  public String typeName() {
    return type;
  }

  @Override
  public Iterator<Object> iterator() {
    return items;
  }
}
