// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.core;

/**
 * Marks dual functions that are Scala functions themselves, fit for a {@code ScalaUDF} as they are.
 */
public interface FunctionObject extends DualFunction {}
