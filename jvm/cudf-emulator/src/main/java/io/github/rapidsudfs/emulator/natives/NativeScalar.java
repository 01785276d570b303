// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.natives;

import io.github.rapidsudfs.emulator.column.Column;
import io.github.rapidsudfs.emulator.column.ListVec;
import io.github.rapidsudfs.emulator.column.OwnedColumn;
import io.github.rapidsudfs.emulator.column.StructVec;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.column.Write;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A scalar: a vector of one row. Device memory is used only if its parts are requested as columns.
 */
final class NativeScalar {
  private final Vec value;
  private final List<OwnedColumn> parts = new ArrayList<>();

  NativeScalar(Vec value) {
    this.value = value;
  }

  Vec value() {
    return value;
  }

  /** The elements of a list scalar as a column owned by this scalar. */
  synchronized Column elements() {
    ListVec list = (ListVec) value;
    return part(list.child);
  }

  /** The fields of a struct scalar as one-row columns owned by this scalar. */
  synchronized Column[] fields() {
    return Arrays.stream(((StructVec) value).fields).map(this::part).toArray(Column[]::new);
  }

  private Column part(Vec vec) {
    OwnedColumn column = Write.column(vec);
    parts.add(column);
    return column.view();
  }

  synchronized void free() {
    parts.forEach(OwnedColumn::free);
    parts.clear();
  }
}
