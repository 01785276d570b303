// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.util.Arrays;
import java.util.List;

/** A function as a value, as in {@code key=} of sorted, min and max, and in map and filter. */
@FunctionalInterface
public interface PyFunction {
  List<String> TYPES =
      Arrays.asList("int str float bool list dict set tuple bytes frozenset range".split(" "));

  Object call(Object[] args);

  /** The operation that it calls, or null for a user's function. */
  default String operation() {
    return null;
  }

  /** The name of its type, as in messages. */
  default String typeName() {
    String of = operation();
    if (of == null) return "function";
    if (TYPES.contains(of)) return "type";
    if (of.indexOf('.') < 0) return "builtin_function_or_method";
    throw new Unsupported("the type of " + of);
  }
}
