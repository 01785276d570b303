package io.github.rapidsudfs.host.kernels;

import io.github.rapidsudfs.host.column.Column;
import io.github.rapidsudfs.host.column.FixedVec;
import io.github.rapidsudfs.host.column.ListVec;
import io.github.rapidsudfs.host.column.Read;
import io.github.rapidsudfs.host.column.StructVec;
import io.github.rapidsudfs.host.column.Valid;
import io.github.rapidsudfs.host.column.Vec;
import io.github.rapidsudfs.host.memory.Cudf;

/** Nulls: asking for them, filling them, making them. */
public final class Nulls {
  private Nulls() {}

  public static FixedVec isNull(Vec vec, boolean isNull) {
    boolean[] result = new boolean[vec.size];
    for (int i = 0; i < result.length; i++) {
      result[i] = vec.isNull(i) == isNull;
    }
    return FixedVec.bools(result, null);
  }

  /** Nulls replaced by the rows of another vector; a one-row scalar counts for all. */
  public static Vec replace(Vec vec, Vec by, boolean scalar) {
    Cudf.expects(vec.type.equals(by.type), "Data type mismatch: " + vec.type + " and " + by.type);
    Cudf.expects(scalar || by.size == vec.size, "Column size mismatch");
    int[] map = new int[vec.size];
    for (int i = 0; i < map.length; i++) {
      map[i] = vec.isNull(i) ? vec.size + (scalar ? 0 : i) : i;
    }
    return vec.valid == null ? vec : Concat.of(vec, by).gather(map);
  }

  /** Nulls replaced by the last value before them, or by the next one. */
  public static Vec fill(Vec vec, boolean preceding) {
    int[] map = new int[vec.size];
    int last = -1;
    for (int n = 0; n < map.length; n++) {
      int i = preceding ? n : map.length - 1 - n;
      last = vec.isNull(i) ? last : i;
      map[i] = last;
    }
    return vec.gather(map);
  }

  /** The vector with the merged validity of others in place of its own; struct fields get it too. */
  public static Vec merge(Vec vec, Vec[] others, boolean and) {
    boolean[] merged = null;
    for (Vec other : others) {
      Cudf.expects(other.size == vec.size, "Row count mismatch, all columns must be the same size");
    }
    if (and) {
      boolean[][] all = new boolean[others.length][];
      for (int i = 0; i < all.length; i++) {
        all[i] = others[i].valid;
      }
      merged = Valid.and(vec.size, all);
    } else if (others.length > 0) {
      merged = Valid.none(vec.size);
      for (Vec other : others) {
        for (int i = 0; i < merged.length; i++) {
          merged[i] |= !other.isNull(i);
        }
      }
    }
    return sanitized(vec, merged);
  }

  /** The vector with null strings and lists made empty, at any depth. */
  public static Vec purge(Vec vec) {
    if (vec instanceof ListVec lists) {
      ListVec outer = lists.sanitized();
      return new ListVec(outer.offsets, purge(outer.child), outer.valid);
    }
    if (vec instanceof StructVec struct) {
      Vec[] fields = new Vec[struct.fields.length];
      for (int f = 0; f < fields.length; f++) {
        fields[f] = purge(struct.fields[f]);
      }
      return sanitized(new StructVec(vec.size, fields, vec.valid), vec.valid);
    }
    return vec.with(vec.valid);
  }

  private static Vec sanitized(Vec vec, boolean[] valid) {
    Vec now = vec.with(valid);
    if (now instanceof ListVec lists) {
      return lists.sanitized();
    }
    if (now instanceof StructVec struct && now.valid != null) {
      Vec[] fields = new Vec[struct.fields.length];
      for (int f = 0; f < fields.length; f++) {
        fields[f] = sanitized(struct.fields[f], Valid.and(vec.size, struct.fields[f].valid, now.valid));
      }
      return new StructVec(vec.size, fields, now.valid);
    }
    return now;
  }

  public static FixedVec nansToNulls(Vec vec) {
    Cudf.expects(vec.type.isFloat(), "Input column of unsupported type: " + vec.type);
    boolean[] valid = Valid.all(vec.size);
    for (int i = 0; i < vec.size; i++) {
      valid[i] = !vec.isNull(i) && !Double.isNaN(((FixedVec) vec).asDouble(i));
    }
    return ((FixedVec) vec).with(valid);
  }

  /** One NaN and one zero in place of all. */
  public static FixedVec normalize(Vec vec) {
    Cudf.expects(vec.type.isFloat(), "Cannot normalize the column type " + vec.type);
    double[] values = ((FixedVec) vec).doubles();
    for (int i = 0; i < values.length; i++) {
      values[i] = Double.isNaN(values[i]) ? Double.NaN : values[i] + 0.0;
    }
    return FixedVec.floats(vec.type, values, vec.valid);
  }

  /** Whether a null string or list, at any depth, still has bytes or elements. */
  public static boolean hasNonEmpty(Column c) {
    if (c.offsets != null && c.nullCount() > 0) {
      FixedVec offsets = (FixedVec) Read.vec(c.offsetsColumn());
      for (int i = 0; i < c.size; i++) {
        if (!c.isValid(i) && offsets.values[c.offset + i + 1] != offsets.values[c.offset + i]) {
          return true;
        }
      }
    }
    for (int f = 0; f < c.children.length; f++) {
      if (hasNonEmpty(c.children.length == 1 && c.offsets != null ? c.children[0] : c.field(f))) {
        return true;
      }
    }
    return false;
  }
}
