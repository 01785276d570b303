// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.binding;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a parameter of a kernel, a kernel (for its result), or a conversion whose handle in the
 * native is that of a scalar, not of a column.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.PARAMETER})
public @interface OfScalar {
  /** The name in the error for a null string, for a parameter of bytes. */
  String value() default "";
}
