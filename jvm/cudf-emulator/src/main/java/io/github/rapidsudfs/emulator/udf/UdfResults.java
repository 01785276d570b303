// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.udf;

import io.github.rapidsudfs.emulator.column.Column;
import io.github.rapidsudfs.emulator.memory.CudfClasses;
import io.github.rapidsudfs.emulator.memory.Handles;
import io.github.rapidsudfs.emulator.memory.UdfLedger;

/**
 * Follows a columnar body's result in the plugin's code that called the body. Called by rewritten
 * plugin classes.
 */
public final class UdfResults {
  /**
   * Called with the plugin's column when it has accepted a result. The plugin checks the width and
   * scale of decimals, but not their precision; a value out of range would go unnoticed, and is an
   * error here.
   */
  public static void accepted(Object pluginColumn) {
    UdfLedger.Result last = UdfLedger.lastResult();
    UdfLedger.forgetResult();
    if (last == null || pluginColumn == null) {
      return;
    }
    Object type = CudfClasses.call(pluginColumn, "dataType");
    String fault = Precision.fault(type, Handles.get(handle(last.column()), Column.class));
    if (fault == null) {
      return;
    }
    IllegalStateException error =
        new IllegalStateException(last.udf() + " returned " + fault + madeAt(last));
    try {
      ((AutoCloseable) pluginColumn).close();
    } catch (Exception e) {
      error.addSuppressed(e);
    }
    throw error;
  }

  /**
   * Called with an exception of the plugin. If a body has returned and its result was rejected,
   * adds the place where the result was created.
   */
  public static void refused(Throwable thrown) {
    UdfLedger.Result last = UdfLedger.lastResult();
    UdfLedger.forgetResult();
    if (last == null || last.column() == null) {
      return;
    }
    // The result is closed by now; its origin is remembered with the column.
    thrown.addSuppressed(
        UdfLedger.note("the result of " + last.udf() + " was refused" + madeAt(last)));
  }

  private static String madeAt(UdfLedger.Result result) {
    return result.place() == null ? "" : "; it was created at " + result.place();
  }

  private static long handle(Object column) {
    return (Long) CudfClasses.call(column, "getNativeView");
  }
}
