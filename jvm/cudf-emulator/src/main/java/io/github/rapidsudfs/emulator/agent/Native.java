// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.agent;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Names the native methods that a kernel answers. See {@link Natives}. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@Repeatable(Native.Several.class)
public @interface Native {
  /**
   * Class and name, for instance {@code ai.rapids.cudf.ColumnView.countElements}, or a name of the
   * class in {@link Natives}.
   */
  String[] value();

  /**
   * The kernel's last arguments, which this native does not have: numbers, truth values, strings,
   * constants of enums, or null, with spaces between.
   */
  String with() default "";

  /** False where the native launches no kernel on a GPU: it is neither counted nor made to fail. */
  boolean kernel() default true;

  /** The natives that one kernel answers. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.METHOD)
  @interface Several {
    Native[] value();
  }
}
