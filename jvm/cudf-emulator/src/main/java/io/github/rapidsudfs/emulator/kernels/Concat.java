// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.binding.Native;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.ListVec;
import io.github.rapidsudfs.emulator.column.StringVec;
import io.github.rapidsudfs.emulator.column.StringsOut;
import io.github.rapidsudfs.emulator.column.StructVec;
import io.github.rapidsudfs.emulator.column.Valid;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.column.WideVec;
import io.github.rapidsudfs.emulator.memory.CudfClasses;
import java.util.function.Function;

/** {@code cudf::concatenate}: concatenates columns of the same type. */
public final class Concat {
  /** All rows of all vectors, in order. */
  @Native("ai.rapids.cudf.ColumnVector.concatenate")
  public static Vec of(Vec... vecs) {
    CudfClasses.expects(vecs.length > 0, "Unexpected empty list of columns to concatenate.");
    if (vecs.length == 1) {
      return vecs[0];
    }
    long rows = 0;
    for (Vec vec : vecs) {
      CudfClasses.expects(
          vec.type.equals(vecs[0].type),
          "Type mismatch in columns to concatenate: " + vecs[0].type + " and " + vec.type);
      rows += vec.size;
    }
    CudfClasses.expects(
        rows <= Integer.MAX_VALUE,
        "Total number of concatenated rows exceeds the column size limit");
    boolean[] valid = validity(vecs, (int) rows);
    Vec first = vecs[0];
    if (first instanceof FixedVec) {
      long[] all = new long[(int) rows];
      copy(vecs, v -> ((FixedVec) v).values, all);
      return new FixedVec(first.type, all, valid);
    }
    if (first instanceof WideVec) {
      long[] low = new long[(int) rows];
      long[] high = new long[(int) rows];
      copy(vecs, v -> ((WideVec) v).low, low);
      copy(vecs, v -> ((WideVec) v).high, high);
      return new WideVec(first.type, low, high, valid);
    }
    if (first instanceof StringVec) {
      StringsOut out = new StringsOut((int) rows, 0);
      for (Vec vec : vecs) {
        StringVec strings = (StringVec) vec;
        for (int i = 0; i < vec.size; i++) {
          out.add(strings.bytes, strings.start(i), strings.end(i));
          out.end();
        }
      }
      return out.vec(valid);
    }
    if (first instanceof ListVec) {
      int[] offsets = new int[(int) rows + 1];
      Vec[] children = new Vec[vecs.length];
      int row = 0;
      for (int v = 0; v < vecs.length; v++) {
        ListVec list = (ListVec) vecs[v];
        children[v] = list.child;
        for (int i = 0; i < list.size; i++, row++) {
          offsets[row + 1] = offsets[row] + list.length(i);
        }
      }
      return new ListVec(offsets, of(children), valid);
    }
    Vec[] fields = new Vec[((StructVec) first).fields.length];
    for (int f = 0; f < fields.length; f++) {
      Vec[] parts = new Vec[vecs.length];
      for (int v = 0; v < vecs.length; v++) {
        CudfClasses.expects(
            ((StructVec) vecs[v]).fields.length == fields.length,
            "Type mismatch in columns to concatenate.");
        parts[v] = ((StructVec) vecs[v]).fields[f];
      }
      fields[f] = of(parts);
    }
    return new StructVec((int) rows, fields, valid);
  }

  private static void copy(Vec[] vecs, Function<Vec, long[]> values, long[] into) {
    int at = 0;
    for (Vec vec : vecs) {
      System.arraycopy(values.apply(vec), 0, into, at, vec.size);
      at += vec.size;
    }
  }

  private static boolean[] validity(Vec[] vecs, int rows) {
    boolean[] valid = null;
    int at = 0;
    for (Vec vec : vecs) {
      if (vec.valid != null) {
        valid = valid == null ? Valid.all(rows) : valid;
        System.arraycopy(vec.valid, 0, valid, at, vec.size);
      }
      at += vec.size;
    }
    return valid;
  }
}
