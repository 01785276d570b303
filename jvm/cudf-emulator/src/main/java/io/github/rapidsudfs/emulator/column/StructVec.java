package io.github.rapidsudfs.emulator.column;

/** Structs: fields of as many rows. A null struct's fields may hold anything. */
public final class StructVec extends Vec {
  public final Vec[] fields;

  public StructVec(int size, Vec[] fields, boolean[] valid) {
    super(Type.of(Type.STRUCT), size, valid);
    this.fields = fields;
  }

  @Override
  public StructVec with(boolean[] validity) {
    return new StructVec(size, fields, validity);
  }

  @Override
  public StructVec gather(int[] map) {
    Vec[] gathered = new Vec[fields.length];
    for (int f = 0; f < fields.length; f++) {
      gathered[f] = fields[f].gather(map);
    }
    return new StructVec(map.length, gathered, gatherValid(map));
  }

  @Override
  public boolean same(int row, Vec other, int otherRow) {
    StructVec o = (StructVec) other;
    for (int f = 0; f < fields.length; f++) {
      if (!fields[f].sameOrBothNull(row, o.fields[f], otherRow)) {
        return false;
      }
    }
    return true;
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
