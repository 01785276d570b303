// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.binding;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a class whose public static methods implement the native methods of one plugin class, each
 * the native of its own name unless a {@link Native} says otherwise. The agent converts the
 * native's handles to vectors and the method's result to a handle, see {@code agent.Conversions}.
 * Other parameters are the native's, with every reference type outside {@code java.*} declared as
 * {@code Object}, and with the instance as an additional first parameter for an instance native.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Natives {
  /** The binary name of the plugin class, for instance {@code ai.rapids.cudf.ColumnView}. */
  String value();

  /**
   * True if the methods launch no kernel on a GPU: handles, settings, life cycles. They are neither
   * counted nor subject to fault injection.
   */
  boolean bookkeeping() default false;
}
