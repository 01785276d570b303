package io.github.rapidsudfs.emulator.agent;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a native that launches no kernel on a GPU: it is answered, but neither counted nor made to
 * fail.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface NotAKernel {}
