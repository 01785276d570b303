// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit.columns;

/** The memory layout of the columns of a batch. A body must not depend on it. */
public enum Layout {
  /** Separate columns. */
  PLAIN,
  /**
   * Slices from the middle of longer columns. Fixed-width and string columns start at an offset,
   * between other values. Nested columns are packed slices, like the plugin's own: cuDF's Java
   * classes lose the offset when a body takes the children of a column.
   */
  SLICED,
  /** Null rows of fixed-width columns have values under the mask, as after most cuDF operations. */
  VALUES_UNDER_NULLS
}
