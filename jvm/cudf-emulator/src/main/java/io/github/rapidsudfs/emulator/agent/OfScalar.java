// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.agent;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a kernel's parameter, a kernel for its result, or a conversion, for which the native has
 * the handle of a scalar, not of a column.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.PARAMETER})
public @interface OfScalar {
  /** The name in the error for a null string, where the parameter is its bytes. */
  String value() default "";
}
