// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.golden;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.HostColumnVector;
import java.util.Arrays;
import java.util.List;

/** Builders of list columns. */
final class Columns {
  private Columns() {}

  /** A column with a list per row; null for null. */
  @SafeVarargs
  @SuppressWarnings("varargs")
  static <T> ColumnVector lists(DType child, List<T>... rows) {
    return lists(
        new HostColumnVector.ListType(true, new HostColumnVector.BasicType(true, child)),
        Arrays.asList(rows));
  }

  /** A column of a given type. */
  @SuppressWarnings({"unchecked", "rawtypes"})
  static <T> ColumnVector lists(HostColumnVector.DataType type, List<List<T>> rows) {
    return ColumnVector.fromLists(type, rows.toArray(new List[0]));
  }
}
