// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.agent;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a class whose public static methods answer the native methods of one plugin class, each
 * that of its own name unless a {@link Native} says otherwise. The agent makes vectors of the
 * native's handles and a handle of the method's result, see {@link Conversions}. Any other
 * parameter is that of the native, where every reference type that is not of {@code java.*} is
 * written {@code Object}, and where an instance native has the instance as an additional first
 * parameter.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Natives {
  /** The binary name of the plugin class, for instance {@code ai.rapids.cudf.ColumnView}. */
  String value();

  /**
   * True where the methods launch no kernel on a GPU: handles, settings, life cycles. They are
   * neither counted nor made to fail.
   */
  boolean bookkeeping() default false;
}
