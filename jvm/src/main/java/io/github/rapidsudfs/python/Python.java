// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks a static method as the body of operations of Python. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Python {
  /** The operations: {@code math.sin .cos operator.add len}. */
  String value();

  /** Names of the last parameters, for keywords; one with a star is given by its name only. */
  String params() default "";

  /** How many of the last parameters, all Object, may be left out: they are {@link Py#ABSENT}. */
  int optional() default 0;

  /** Whether the method's first parameter is the operation's name after its last point. */
  boolean named() default false;

  /**
   * Where the operations' columnar forms are, if there are any: static methods with the names of
   * the operations after their last points, that take {@code Columns} and a {@code Col} an
   * argument.
   */
  Class<?> columns() default void.class;
}
