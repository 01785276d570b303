// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit;

import java.util.ArrayList;
import java.util.List;

/** The row-wise results of rows, and the rows for which the body throws. */
final class RowAnswers {
  final List<Object[]> rows = new ArrayList<>();
  final List<Object> answers = new ArrayList<>();
  final List<Object[]> throwing = new ArrayList<>();
  final List<Throwable> thrown = new ArrayList<>();

  static RowAnswers of(Subject subject, List<Object[]> rows) {
    RowAnswers result = new RowAnswers();
    for (Object[] row : rows) {
      try {
        Object answer = subject.row(row.clone());
        result.rows.add(row);
        result.answers.add(answer);
      } catch (Exception | StackOverflowError | AssertionError e) {
        result.throwing.add(row);
        result.thrown.add(e);
      }
    }
    return result;
  }
}
