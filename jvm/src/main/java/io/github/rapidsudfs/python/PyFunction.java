// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

/** A function as a value, as in {@code key=} of sorted, min and max, and in map and filter. */
@FunctionalInterface
public interface PyFunction {
  Object call(Object[] args);
}
