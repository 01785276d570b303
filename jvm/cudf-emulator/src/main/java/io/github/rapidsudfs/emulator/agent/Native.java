package io.github.rapidsudfs.emulator.agent;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a kernel that answers a native method by itself. The agent makes vectors of the native's
 * handles and a handle of the kernel's result: {@link Conversions} lists the types.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Native {
  /** Class and name, for instance {@code ai.rapids.cudf.ColumnView.countElements}. */
  String value();
}
