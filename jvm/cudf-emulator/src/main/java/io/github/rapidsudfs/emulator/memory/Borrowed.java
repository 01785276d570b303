// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.memory;

import java.util.IdentityHashMap;
import java.util.Map;

/**
 * The arguments of one call of a columnar body. They are borrowed: the body may take references and
 * release them, but it must not release more than it took, nor return an argument as its result
 * without taking a reference.
 */
final class Borrowed {
  /**
   * The number of references taken minus those released by the body, and the last release's place.
   */
  private static final class Held {
    int references;
    String closedAt;
  }

  private final Object[] columns;
  private final Map<Object, Held> held = new IdentityHashMap<>();

  Borrowed(Object[] columns) {
    this.columns = columns;
    for (Object column : columns) {
      held.put(column, new Held());
    }
  }

  /** Returns whether a column is one of the arguments. */
  boolean has(Object column) {
    return held.containsKey(column);
  }

  void taken(Object column) {
    Held its = held.get(column);
    if (its != null) {
      its.references++;
    }
  }

  void givenBack(Object column, String udf) {
    Held its = held.get(column);
    if (its != null) {
      its.references--;
      its.closedAt = CallSites.here(udf);
    }
  }

  /**
   * Restores references that the body released without having taken them, if the column is still
   * alive. Otherwise the plugin would fail when it cleans up, and its error would mask the cause.
   */
  void restore() {
    held.forEach(
        (column, its) -> {
          if (column != null && (Integer) CudfClasses.call(column, "getRefCount") > 0) {
            for (; its.references < 0; its.references++) {
              CudfClasses.call(column, "incRefCount");
            }
          }
        });
  }

  /** Describes the misuse of an argument, or returns null. */
  String fault(String udf, Object result) {
    for (int i = 0; i < columns.length; i++) {
      Held its = held.get(columns[i]);
      if (its.references < 0) {
        return "%s closed its argument %s at %s; arguments are borrowed, do not close them"
            .formatted(udf, (i + 1), its.closedAt);
      }
      if (result == columns[i] && its.references < 1) {
        return ("%s returned its argument %s as is; arguments are borrowed, return incRefCount()"
                + " of it")
            .formatted(udf, (i + 1));
      }
    }
    return null;
  }
}
