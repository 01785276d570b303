package io.github.rapidsudfs.emulator.agent;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a class whose public static methods answer the native methods of one plugin class. A method
 * answers the native of the same name and parameters, where every reference type that is not of
 * {@code java.*} is written {@code Object}, and where an instance native has the instance as an
 * additional first parameter.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Natives {
  /** The binary name of the plugin class, for instance {@code ai.rapids.cudf.ColumnView}. */
  String value();

  /** True where no method of the class computes anything: handles, settings, life cycles. */
  boolean bookkeeping() default false;
}
