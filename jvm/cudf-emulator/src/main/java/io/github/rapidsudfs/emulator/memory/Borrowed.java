// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.memory;

import java.util.IdentityHashMap;
import java.util.Map;

/**
 * The arguments of one call of a columnar body. They are borrowed: the body may take references and
 * give them back, but not give back more than it took, nor hand one on as its result without taking
 * one.
 */
final class Borrowed {
  /**
   * References that the body took, less those that it gave back, and where it gave back the last.
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

  /** Whether a column is one of the arguments. */
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
   * Takes back what the body gave away too much of, where the column is still alive: else the
   * plugin would fail when it cleans up, and its error would hide the real cause.
   */
  void restore() {
    held.forEach(
        (column, its) -> {
          if (column != null && (Integer) UdfLedger.ask(column, "getRefCount") > 0) {
            for (; its.references < 0; its.references++) {
              UdfLedger.ask(column, "incRefCount");
            }
          }
        });
  }

  /** Describes what is wrong, or returns null. */
  String fault(String udf, Object result) {
    for (int i = 0; i < columns.length; i++) {
      Held its = held.get(columns[i]);
      if (its.references < 0) {
        return "%s closed its argument %s at %s; arguments are borrowed, do not close them"
            .formatted(udf, (i + 1), its.closedAt);
      }
      if (result == columns[i] && its.references < 1) {
        return ("%s returned its argument %s as it is; arguments are borrowed, return incRefCount()"
                + " of it")
            .formatted(udf, (i + 1));
      }
    }
    return null;
  }
}
