// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.binding;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Names the native methods that a kernel implements. See {@link Natives}. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@Repeatable(Native.Several.class)
public @interface Native {
  /**
   * Class and name, for instance {@code ai.rapids.cudf.ColumnView.countElements}, or only the name,
   * for the class in {@link Natives}.
   */
  String[] value();

  /**
   * Arguments of the kernel that this native lacks, separated by spaces: numbers, booleans,
   * strings, enum constants, or null.
   */
  String with() default "";

  /** The position of these arguments among the kernel's, if they are not the last ones. */
  int at() default -1;

  /**
   * False if the native launches no kernel on a GPU: it is then neither counted nor subject to
   * fault injection.
   */
  boolean kernel() default true;

  /** The natives that one kernel implements. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.METHOD)
  @interface Several {
    Native[] value();
  }
}
