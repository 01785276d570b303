// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.metrics;

import java.io.Serializable;
import java.util.Comparator;

/**
 * The key of a sum of work.
 *
 * @param execution the id of the SQL execution, as Spark's UI numbers queries; -1 outside of one
 * @param executor its id; in local mode {@code driver}
 */
public record WorkLine(long execution, String executor, String function, ExecutionPath where)
    implements Serializable, Comparable<WorkLine> {
  private static final Comparator<WorkLine> ORDER =
      Comparator.comparingLong(WorkLine::execution)
          .thenComparing(WorkLine::function)
          .thenComparing(WorkLine::where)
          .thenComparing(WorkLine::executor);

  @Override
  public int compareTo(WorkLine other) {
    return ORDER.compare(this, other);
  }

  WorkLine ofExecution(long id) {
    return new WorkLine(id, executor, function, where);
  }
}
