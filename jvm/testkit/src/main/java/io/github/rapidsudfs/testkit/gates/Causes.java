// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit.gates;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/** An error with all its causes and suppressed errors. */
final class Causes {
  private Causes() {}

  static Set<Throwable> of(Throwable thrown) {
    Set<Throwable> all = Collections.newSetFromMap(new IdentityHashMap<>());
    add(thrown, all);
    return all;
  }

  private static void add(Throwable thrown, Set<Throwable> into) {
    if (thrown != null && into.add(thrown)) {
      add(thrown.getCause(), into);
      for (Throwable suppressed : thrown.getSuppressed()) {
        add(suppressed, into);
      }
    }
  }

  /** The innermost stack frame of an error outside cuDF. */
  static String place(Throwable thrown) {
    for (StackTraceElement frame : thrown.getStackTrace()) {
      if (!frame.getClassName().startsWith("ai.rapids.cudf.")
          && !frame.getClassName().startsWith("java.")) {
        return "\nat " + frame;
      }
    }
    return "";
  }
}
