// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit.columns;

/** How the columns of a batch lie in memory: the same values, which a body must not tell apart. */
public enum Layout {
  /** Columns of their own. */
  PLAIN,
  /**
   * Cut out of the middle of longer columns. Those of fixed width and strings start at an offset,
   * and what lies beside them holds other values. Nested ones are packed slices, as the plugin's
   * own: cuDF's Java classes lose the offset where a body takes the children of a column.
   */
  SLICED,
  /** Rows of fixed width that are null have values beneath, as after most operations of cuDF. */
  VALUES_UNDER_NULLS
}
