// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.binding.Native;
import io.github.rapidsudfs.emulator.column.ByteRows;
import io.github.rapidsudfs.emulator.column.Column;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.ListVec;
import io.github.rapidsudfs.emulator.column.Read;
import io.github.rapidsudfs.emulator.column.StringVec;
import io.github.rapidsudfs.emulator.column.StringsOut;
import io.github.rapidsudfs.emulator.column.StructVec;
import io.github.rapidsudfs.emulator.column.TableView;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Valid;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.column.WideVec;
import io.github.rapidsudfs.emulator.column.Write;
import io.github.rapidsudfs.emulator.memory.CudfClasses;
import io.github.rapidsudfs.emulator.memory.Handles;
import io.github.rapidsudfs.emulator.memory.Refused;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The JCUDF row format: each column's value aligned to its width (a string is an offset and a
 * length of four bytes each), then a validity bit per column, then the strings' bytes, the whole
 * padded to eight bytes. Also {@code cudf::row_bit_count}.
 */
public final class JcudfRows {
  private static final int OFFSET = 32;
  private static final int ALIGNMENT = 8;
  private static final int SLOT = 4;

  private record Layout(int[] starts, int validity, int fixedBytes) {
    static Layout of(Type[] types) {
      int[] starts = new int[types.length];
      int at = 0;
      for (int i = 0; i < types.length; i++) {
        Refused.when(
            !types[i].isFixedWidth() && !types[i].isString(),
            "a row with a column of type " + types[i]);
        int width = types[i].isString() ? SLOT : types[i].width();
        at = round(at, width);
        starts[i] = at;
        at += types[i].isString() ? 2 * SLOT : width;
      }
      return new Layout(starts, at, at + (types.length + 7) / 8);
    }
  }

  private static int round(int value, int to) {
    return (value + to - 1) / to * to;
  }

  /** The rows of a table as lists of bytes. */
  @Native("com.nvidia.spark.rapids.jni.RowConversion.convertToRows")
  @Native("com.nvidia.spark.rapids.jni.RowConversion.convertToRowsFixedWidthOptimized")
  public static long[] toRows(TableView table) {
    return new long[] {Handles.open(Write.column(toRows(table.vecs(), table.rows())))};
  }

  private static ByteRows toRows(Vec[] columns, int rows) {
    Layout layout = Layout.of(Arrays.stream(columns).map(c -> c.type).toArray(Type[]::new));
    int[] offsets = new int[rows + 1];
    long total = 0;
    for (int row = 0; row < rows; row++) {
      int bytes = layout.fixedBytes();
      for (Vec column : columns) {
        bytes += column instanceof StringVec strings ? strings.length(row) : 0;
      }
      total += round(bytes, ALIGNMENT);
      Refused.when(total > Integer.MAX_VALUE, "a batch of rows of more than 2 GiB");
      offsets[row + 1] = (int) total;
    }
    byte[] data = new byte[(int) total];
    ByteBuffer out = ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
    int[] stringsAt = new int[rows];
    Arrays.fill(stringsAt, layout.fixedBytes());
    for (int c = 0; c < columns.length; c++) {
      for (int row = 0; row < rows; row++) {
        int base = offsets[row];
        if (!columns[c].isNull(row)) {
          data[base + layout.validity() + c / 8] |= (byte) (1 << (c % 8));
        }
        int at = base + layout.starts()[c];
        if (columns[c] instanceof StringVec strings) {
          out.putInt(at, stringsAt[row]).putInt(at + SLOT, strings.length(row));
          System.arraycopy(
              strings.bytes, strings.start(row), data, base + stringsAt[row], strings.length(row));
          stringsAt[row] += strings.length(row);
        } else {
          put(out, at, columns[c], row);
        }
      }
    }
    return new ByteRows(offsets, data);
  }

  private static void put(ByteBuffer out, int at, Vec column, int row) {
    if (column instanceof WideVec wide) {
      out.putLong(at, wide.low[row]).putLong(at + 8, wide.high[row]);
      return;
    }
    put(out, at, column.type, ((FixedVec) column).values[row]);
  }

  /** The columns of rows of one size. Ignores offsets: the plugin may leave the last unset. */
  @Native("com.nvidia.spark.rapids.jni.RowConversion.convertFromRowsFixedWidthOptimized")
  public static Vec[] fromFixedRows(Column column, Type[] types) {
    requireBytes(column);
    byte[] bytes = Read.bytes(column.children[0]);
    int rows = column.size;
    int rowBytes = round(Layout.of(types).fixedBytes(), ALIGNMENT);
    CudfClasses.expects(
        (long) rowBytes * rows == bytes.length, "The layout of the data appears to be off");
    int[] offsets = new int[rows + 1];
    Arrays.setAll(offsets, i -> i * rowBytes);
    return fromRows(new ByteRows(offsets, bytes), types);
  }

  /** The columns of rows in this format. */
  @Native("com.nvidia.spark.rapids.jni.RowConversion.convertFromRows")
  public static Vec[] fromRows(Column column, Type[] types) {
    requireBytes(column);
    return fromRows(Read.byteRows(column), types);
  }

  private static void requireBytes(Column rows) {
    boolean bytes = rows.type.id() == Type.LIST && rows.children[0].type.width() == 1;
    CudfClasses.expects(bytes, "Only a list of bytes is supported as input");
  }

  private static Vec[] fromRows(ByteRows rows, Type[] types) {
    byte[] data = rows.bytes();
    Layout layout = Layout.of(types);
    ByteBuffer in = ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
    Vec[] columns = new Vec[types.length];
    for (int c = 0; c < types.length; c++) {
      boolean[] valid = Valid.none(rows.size());
      for (int row = 0; row < rows.size(); row++) {
        CudfClasses.expects(
            rows.length(row) >= layout.fixedBytes(), "The layout of the data appears to be off");
        valid[row] = (data[rows.start(row) + layout.validity() + c / 8] >> (c % 8) & 1) != 0;
      }
      columns[c] = column(in, rows, types[c], layout.starts()[c], valid);
    }
    return columns;
  }

  private static Vec column(ByteBuffer in, ByteRows rows, Type type, int start, boolean[] valid) {
    if (type.isString()) {
      StringsOut out = new StringsOut(rows.size(), 0);
      for (int row = 0; row < rows.size(); row++) {
        int from = rows.start(row) + in.getInt(rows.start(row) + start);
        out.add(
            in.array(), from, from + (valid[row] ? in.getInt(rows.start(row) + start + SLOT) : 0));
        out.end();
      }
      return out.vec(valid);
    }
    if (type.id() != Type.DECIMAL128) {
      return FixedVec.longs(
          type, rows.size(), row -> get(in, rows.start(row) + start, type), valid);
    }
    long[] low = new long[rows.size()];
    long[] high = new long[rows.size()];
    for (int row = 0; row < rows.size(); row++) {
      low[row] = in.getLong(rows.start(row) + start);
      high[row] = in.getLong(rows.start(row) + start + 8);
    }
    return new WideVec(type, low, high, valid);
  }

  private static long get(ByteBuffer in, int at, Type type) {
    long bits =
        switch (type.width()) {
          case 8 -> in.getLong(at);
          case 4 -> in.getInt(at);
          case 2 -> in.getShort(at);
          default -> in.get(at);
        };
    return type.isUnsigned() && type.width() < 8 ? bits & (1L << 8 * type.width()) - 1 : bits;
  }

  private static void put(ByteBuffer out, int at, Type type, long bits) {
    switch (type.width()) {
      case 8 -> out.putLong(at, bits);
      case 4 -> out.putInt(at, (int) bits);
      case 2 -> out.putShort(at, (short) bits);
      default -> out.put(at, (byte) bits);
    }
  }

  @Native("ai.rapids.cudf.Table.rowBitCount")
  public static FixedVec of(TableView table) {
    int[] result = new int[table.rows()];
    for (Vec column : table.vecs()) {
      for (int row = 0; row < result.length; row++) {
        result[row] += bits(column, row);
      }
    }
    return FixedVec.ints(result, null);
  }

  private static int bits(Vec vec, int row) {
    int bits = vec.valid == null ? 0 : 1;
    if (vec instanceof StringVec strings) {
      return bits + OFFSET + strings.length(row) * 8;
    }
    if (vec instanceof ListVec lists) {
      bits += OFFSET;
      for (int k = lists.start(row); k < lists.end(row); k++) {
        bits += bits(lists.child, k);
      }
      return bits;
    }
    if (vec instanceof StructVec struct) {
      for (Vec field : struct.fields) {
        bits += bits(field, row);
      }
      return bits;
    }
    return bits + vec.type.width() * 8;
  }
}
