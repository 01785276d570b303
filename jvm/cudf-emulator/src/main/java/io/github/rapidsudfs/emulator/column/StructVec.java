// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.column;

import java.util.Arrays;
import java.util.function.UnaryOperator;

/** Structs: fields with the same number of rows. The fields of a null struct are unspecified. */
public final class StructVec extends Vec {
  public final Vec[] fields;

  public StructVec(int size, Vec[] fields, boolean[] valid) {
    super(Type.of(Type.STRUCT), size, valid);
    this.fields = fields;
  }

  /** Returns whether there is no list in it, at any depth. */
  public boolean hasNoList() {
    return Arrays.stream(fields)
        .allMatch(
            field ->
                field instanceof StructVec struct
                    ? struct.hasNoList()
                    : !(field instanceof ListVec));
  }

  @Override
  public StructVec with(boolean[] validity) {
    return new StructVec(size, fields, validity);
  }

  @Override
  public StructVec gather(int[] map) {
    return map(map.length, field -> field.gather(map), gatherValid(map));
  }

  /** A struct of {@code rows} rows with each field mapped by a function. */
  public StructVec map(int rows, UnaryOperator<Vec> f, boolean[] validity) {
    return new StructVec(rows, Arrays.stream(fields).map(f).toArray(Vec[]::new), validity);
  }

  @Override
  public int hash(int row) {
    int hash = 3;
    for (Vec field : fields) {
      hash = hash * 31 + (field.isNull(row) ? 0 : field.hash(row));
    }
    return hash;
  }

  @Override
  public int compare(int row, Vec other, int otherRow) {
    StructVec o = (StructVec) other;
    for (int f = 0; f < fields.length; f++) {
      int order = fields[f].compareNullsFirst(row, o.fields[f], otherRow);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }
}
