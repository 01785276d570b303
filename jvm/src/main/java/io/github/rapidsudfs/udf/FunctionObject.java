// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.udf;

import io.github.rapidsudfs.columns.CheckedFunction;

/**
 * Marks dual functions that are Scala functions themselves and can be put into a {@code ScalaUDF}
 * directly.
 */
public interface FunctionObject extends CheckedFunction {}
