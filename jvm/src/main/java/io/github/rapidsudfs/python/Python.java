// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks a static method as the implementation of Python operations. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Python {
  /** The operations: {@code math.sin .cos operator.add len}. */
  String value();

  /** The names of the last parameters, for keywords; a star marks a keyword-only one. */
  String params() default "";

  /** The number of last parameters, all Object, that may be omitted: they are {@link Py#ABSENT}. */
  int optional() default 0;

  /** Whether the method's first parameter is the last part of the operation's name. */
  boolean named() default false;

  /**
   * The class of the operations' columnar forms, if any: static methods named after the last part
   * of the operations' names, which take {@code MaskedWriter} and a {@code Col} per argument.
   */
  Class<?> columns() default void.class;
}
