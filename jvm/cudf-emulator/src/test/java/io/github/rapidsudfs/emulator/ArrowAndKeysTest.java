// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.DType;
import io.github.rapidsudfs.emulator.column.Column;
import io.github.rapidsudfs.emulator.column.TableView;
import io.github.rapidsudfs.emulator.kernels.KeyRemap;
import io.github.rapidsudfs.emulator.memory.Handles;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.junit.Test;

/** Columns of Arrow's buffers; numbers for keys. */
public class ArrowAndKeysTest {
  private static ByteBuffer little(int bytes) {
    return ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  @Test
  public void columnsOfArrow() {
    ByteBuffer valid = little(1).put(0, (byte) 0b101);
    ByteBuffer ints = little(12).putInt(0, 7).putInt(4, 8).putInt(8, -9);
    Cols.check(ColumnVector.fromArrow(DType.INT32, 3, 1, ints, valid, null), 7, null, -9);
    ByteBuffer bits = little(1).put(0, (byte) 0b110);
    Cols.check(ColumnVector.fromArrow(DType.BOOL8, 3, 0, bits, null, null), false, true, true);
    ByteBuffer text = little(5);
    text.put("Äbc".getBytes(StandardCharsets.UTF_8)).flip();
    ByteBuffer ends = little(16).putInt(4, 2).putInt(8, 2).putInt(12, 4);
    Cols.check(ColumnVector.fromArrow(DType.STRING, 3, 1, text, valid, ends), "Ä", null, "bc");
    assertThrows(
        IllegalArgumentException.class,
        () -> ColumnVector.fromArrow(DType.STRUCT, 0, 0, null, null, null));
  }

  private static TableView table(ColumnVector column) {
    return new TableView(new Column[] {Handles.get(column.getNativeView(), Column.class)});
  }

  private static int[] numbers(ColumnVector build, ColumnVector probe, boolean nullsEqual) {
    KeyRemap remapping = KeyRemap.create(table(build), nullsEqual, true);
    try {
      assertEquals(nullsEqual ? 3 : 2, KeyRemap.getDistinctCount(remapping));
      assertEquals(2, KeyRemap.getMaxDuplicateCount(remapping));
      return (probe == null
              ? KeyRemap.remapBuildKeys(remapping)
              : KeyRemap.remapProbeKeys(remapping, table(probe)))
          .toInts();
    } finally {
    }
  }

  @Test
  public void keysHaveNumbers() {
    try (ColumnVector build = ColumnVector.fromStrings("a", "b", null, "b");
        ColumnVector probe = ColumnVector.fromStrings("b", null, "c")) {
      assertArrayEquals(new int[] {0, 1, 2, 1}, numbers(build, null, true));
      assertArrayEquals(new int[] {0, 1, -2, 1}, numbers(build, null, false));
      assertArrayEquals(new int[] {1, 2, -1}, numbers(build, probe, true));
      assertArrayEquals(new int[] {1, -1, -1}, numbers(build, probe, false));
      KeyRemap bare = KeyRemap.create(table(build), true, false);
      assertThrows(IllegalStateException.class, () -> KeyRemap.getDistinctCount(bare));
    }
  }
}
