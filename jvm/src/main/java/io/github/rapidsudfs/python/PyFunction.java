// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

/** A function as a value: what {@code key=} of sorted, min and max, and map and filter take. */
@FunctionalInterface
public interface PyFunction {
  Object call(Object[] args);
}
