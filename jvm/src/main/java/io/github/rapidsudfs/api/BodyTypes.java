// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.api;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks a base class whose type parameters are a body's argument classes, then its result's. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface BodyTypes {}
