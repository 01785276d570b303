// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks a static method as the body of an operation of Python. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@Repeatable(Python.Several.class)
public @interface Python {
  /** The operation: {@code str.lower}, {@code len}, {@code operator.add}, {@code math.sqrt}. */
  String value();

  /** Names of the parameters after self; empty: positional only. */
  String[] params() default {};

  /** Names of the exceptions that it may raise. */
  String[] raises() default {};

  /** One line for the page of constructs. */
  String doc() default "";

  /** More than one operation with one body. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.METHOD)
  @interface Several {
    Python[] value();
  }
}
