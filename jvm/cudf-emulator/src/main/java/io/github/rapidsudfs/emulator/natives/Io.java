package io.github.rapidsudfs.emulator.natives;

import io.github.rapidsudfs.emulator.column.Column;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.ListVec;
import io.github.rapidsudfs.emulator.column.OwnedColumn;
import io.github.rapidsudfs.emulator.column.Read;
import io.github.rapidsudfs.emulator.column.StringVec;
import io.github.rapidsudfs.emulator.column.StructVec;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.column.Write;
import io.github.rapidsudfs.emulator.memory.Cudf;
import io.github.rapidsudfs.emulator.memory.Handles;
import io.github.rapidsudfs.emulator.regex.Regex;

/**
 * From handles to vectors and back. The public methods are also called by rewritten classes, around
 * kernels that answer a native by themselves.
 */
public final class Io {
  private Io() {}

  public static Type type(int id, int scale) {
    return new Type(id, id >= Type.DECIMAL32 && id <= Type.DECIMAL128 ? scale : 0);
  }

  static Column column(long view) {
    return Handles.get(view, Column.class);
  }

  public static Vec vec(long view) {
    return Read.vec(column(view));
  }

  public static Vec[] vecs(long[] views) {
    Vec[] vecs = new Vec[views.length];
    for (int i = 0; i < vecs.length; i++) {
      vecs[i] = vec(views[i]);
    }
    return vecs;
  }

  public static StringVec strings(long view) {
    return (StringVec) typed(view, Type.STRING, "strings_column_view only supports strings");
  }

  public static ListVec lists(long view) {
    return (ListVec) typed(view, Type.LIST, "lists_column_view only supports lists");
  }

  static StructVec struct(long view) {
    return (StructVec) typed(view, Type.STRUCT, "structs_column_view only supports structs");
  }

  static FixedVec fixed(long view, String what) {
    Column column = column(view);
    Cudf.expects(
        column.type.isFixedWidth() && column.type.id() != Type.DECIMAL128,
        what + ", not " + column.type);
    return (FixedVec) Read.vec(column);
  }

  private static Vec typed(long view, int id, String error) {
    Column column = column(view);
    Cudf.expects(column.type.id() == id, error + ", not " + column.type);
    return Read.vec(column);
  }

  /** A pattern with cuDF's flags, and whether groups are to be captured (0). */
  public static Regex regex(String pattern, int flags, int captures) {
    return Regex.of(pattern, flags, captures == 0);
  }

  static Scalar scalar(long handle) {
    return Handles.get(handle, Scalar.class);
  }

  public static Vec scalarVec(long handle) {
    return scalar(handle).value();
  }

  public static StringVec stringScalar(long handle) {
    Vec value = scalarVec(handle);
    Cudf.expects(value.type.isString(), "a string scalar is needed, not one of type " + value.type);
    return (StringVec) value;
  }

  /** A valid string scalar's bytes, or an error that says what is missing. */
  public static byte[] text(long handle, String what) {
    StringVec value = stringScalar(handle);
    Cudf.expects(!value.isNull(0), what + " must be valid");
    return value.get(0);
  }

  /** A new column. */
  public static long out(Vec vec) {
    return Handles.open(Write.column(vec));
  }

  /** New columns, or none. */
  public static long[] out(Vec... vecs) {
    long[] handles = new long[vecs.length];
    for (int i = 0; i < vecs.length; i++) {
      try {
        handles[i] = out(vecs[i]);
      } catch (Throwable e) {
        for (int k = 0; k < i; k++) {
          Handles.close(handles[k], OwnedColumn.class).free();
        }
        throw e;
      }
    }
    return handles;
  }

  static long outScalar(Vec value) {
    return Handles.open(new Scalar(value));
  }
}
