package io.github.rapidsudfs.testkit.columns;

/** How the columns of a batch lie in memory: the same values, which a body must not tell apart. */
public enum Layout {
  /** Columns of their own. */
  PLAIN,
  /** Views into the middle of longer columns: they start at an offset, and their neighbours hold other values. */
  SLICED,
  /** Rows of fixed width that are null have values beneath, as after most operations of cuDF. */
  VALUES_UNDER_NULLS
}
