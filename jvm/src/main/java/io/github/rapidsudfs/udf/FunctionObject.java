// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.udf;

import io.github.rapidsudfs.columns.CheckedFunction;

/** Marks dual functions that are Scala functions and can be put into a {@code ScalaUDF}. */
public interface FunctionObject extends CheckedFunction {}
