// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.column;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A scalar: a vector of one row; device memory is only used for parts requested as columns. */
public final class ScalarVec {
  private final Vec value;
  private final List<OwnedColumn> parts = new ArrayList<>();

  public ScalarVec(Vec value) {
    this.value = value;
  }

  public Vec value() {
    return value;
  }

  /** The elements of a list scalar as a column owned by this scalar. */
  public synchronized Column elements() {
    ListVec list = (ListVec) value;
    return part(list.child);
  }

  /** The fields of a struct scalar as one-row columns owned by this scalar. */
  public synchronized Column[] fields() {
    return Arrays.stream(((StructVec) value).fields).map(this::part).toArray(Column[]::new);
  }

  private Column part(Vec vec) {
    OwnedColumn column = Write.column(vec);
    parts.add(column);
    return column.view();
  }

  public synchronized void free() {
    parts.forEach(OwnedColumn::free);
    parts.clear();
  }
}
