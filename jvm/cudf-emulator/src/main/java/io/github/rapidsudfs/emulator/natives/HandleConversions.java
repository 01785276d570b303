// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.natives;

import io.github.rapidsudfs.emulator.binding.OfScalar;
import io.github.rapidsudfs.emulator.column.Column;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.ListVec;
import io.github.rapidsudfs.emulator.column.OwnedColumn;
import io.github.rapidsudfs.emulator.column.Read;
import io.github.rapidsudfs.emulator.column.ScalarVec;
import io.github.rapidsudfs.emulator.column.StringVec;
import io.github.rapidsudfs.emulator.column.TableView;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.column.VecHandles;
import io.github.rapidsudfs.emulator.kernels.Aggregate;
import io.github.rapidsudfs.emulator.kernels.Ast;
import io.github.rapidsudfs.emulator.kernels.Cpp;
import io.github.rapidsudfs.emulator.kernels.GroupBy;
import io.github.rapidsudfs.emulator.kernels.JoinPairs;
import io.github.rapidsudfs.emulator.kernels.Joins;
import io.github.rapidsudfs.emulator.kernels.Operand;
import io.github.rapidsudfs.emulator.memory.CudfClasses;
import io.github.rapidsudfs.emulator.memory.Handles;
import io.github.rapidsudfs.emulator.regex.Regex;
import java.util.Arrays;

/**
 * Conversions between handles and vectors, which rewritten classes call around kernel methods,
 * selected by the types of parameters and results.
 */
public final class HandleConversions {
  public static Type type(int id, int scale) {
    return Type.of(id, scale);
  }

  public static Type[] types(int[] ids, int[] scales) {
    Type[] types = new Type[ids.length];
    Arrays.setAll(types, i -> type(ids[i], scales[i]));
    return types;
  }

  public static Vec vec(long view) {
    return VecHandles.vec(view);
  }

  public static Vec[] vecs(long[] views) {
    return Arrays.stream(views).mapToObj(HandleConversions::vec).toArray(Vec[]::new);
  }

  public static StringVec strings(long view) {
    return (StringVec) typed(view, Type.STRING, "strings_column_view only supports strings");
  }

  public static ListVec lists(long view) {
    return (ListVec) typed(view, Type.LIST, "lists_column_view only supports lists");
  }

  private static Vec typed(long view, int id, String error) {
    Column column = Handles.get(view, Column.class);
    CudfClasses.expects(column.type.id() == id, error + ", not " + column.type);
    return Read.vec(column);
  }

  public static TableView table(long handle) {
    return new TableView(Handles.get(handle, TableView.class).columns);
  }

  public static TableView[] tables(long[] handles) {
    return Arrays.stream(handles).mapToObj(HandleConversions::table).toArray(TableView[]::new);
  }

  /** The pairs of gather maps, whose addresses and sizes cuDF's Java side holds. */
  public static JoinPairs pairs(long left, long leftBytes, long right, long rightBytes) {
    CudfClasses.expects(
        leftBytes == rightBytes, "Left and right index arrays must have the same size");
    return new JoinPairs(GatherMaps.in(left, leftBytes), GatherMaps.in(right, rightBytes));
  }

  public static Aggregate.Kind[] aggregations(long[] handles) {
    return Arrays.stream(handles)
        .mapToObj(handle -> Handles.get(handle, Aggregate.Kind.class))
        .toArray(Aggregate.Kind[]::new);
  }

  /** Compiles a pattern with cuDF's flags; groups capture if {@code captures} is 0. */
  public static Regex regex(String pattern, int flags, int captures) {
    return Regex.of(pattern, flags, captures == 0);
  }

  public static GroupBy.Options groupOptions(
      boolean ignoreNullKeys, boolean keysSorted, boolean[] descending, boolean[] nullsFirst) {
    return new GroupBy.Options(ignoreNullKeys, keysSorted, descending, nullsFirst);
  }

  public static Joins.Mixed mixedJoin(
      long leftKeys, long rightKeys, long left, long right, long condition, boolean nullsEqual) {
    return new Joins.Mixed(
        table(leftKeys),
        table(rightKeys),
        table(left),
        table(right),
        Handles.get(condition, Ast.class),
        nullsEqual);
  }

  @OfScalar
  public static Vec scalarVec(long handle) {
    return VecHandles.scalarVec(handle);
  }

  @OfScalar
  public static Vec[] scalarVecs(long[] handles) {
    return Arrays.stream(handles).mapToObj(HandleConversions::scalarVec).toArray(Vec[]::new);
  }

  @OfScalar
  public static StringVec stringScalar(long handle) {
    Vec value = scalarVec(handle);
    CudfClasses.expects(
        value.type.isString(), "a string scalar is needed, not one of type " + value.type);
    return (StringVec) value;
  }

  /** The bytes of a string scalar, or an error that names it if it is null. */
  @OfScalar
  public static byte[] text(long handle, String what) {
    StringVec value = stringScalar(handle);
    CudfClasses.expects(!value.isNull(0), what + " must be valid");
    return value.get(0);
  }

  /** A column or a scalar, depending on the handle. */
  public static Operand operand(long handle) {
    return Handles.holds(handle, ScalarVec.class)
        ? new Operand(scalarVec(handle), true)
        : new Operand(vec(handle), false);
  }

  /** Creates a column and returns its handle. */
  public static long out(Vec vec) {
    return VecHandles.out(vec);
  }

  /** Creates columns and returns their handles, or creates none on failure. */
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

  public static long[] out(JoinPairs maps) {
    return GatherMaps.out(maps);
  }

  public static long outScalar(Vec value) {
    return Handles.open(new ScalarVec(value));
  }

  /** Creates a scalar number, boolean, date or time from its bits. */
  public static long fixedScalar(int type, int scale, long bits, boolean valid) {
    long stored = Cpp.wrap(type, bits);
    return outScalar(FixedVec.longs(Type.of(type, scale), 1, i -> stored, new boolean[] {valid}));
  }

  /** The bits of a fixed-width scalar. */
  public static long bits(long scalar) {
    return ((FixedVec) scalarVec(scalar)).values[0];
  }
}
