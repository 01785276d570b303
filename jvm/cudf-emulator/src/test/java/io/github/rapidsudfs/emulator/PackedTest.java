// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import ai.rapids.cudf.ChunkedPack;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ContigSplitGroupByResult;
import ai.rapids.cudf.ContiguousTable;
import ai.rapids.cudf.Cuda;
import ai.rapids.cudf.CudfException;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.DeviceMemoryBuffer;
import ai.rapids.cudf.GroupByOptions;
import ai.rapids.cudf.PackedColumnMetadata;
import ai.rapids.cudf.Table;
import io.github.rapidsudfs.emulator.memory.DeviceMemory;
import io.github.rapidsudfs.emulator.memory.Ledger;
import io.github.rapidsudfs.emulator.testing.DeviceLeaks;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.Test;

/** Tables in one piece of memory: split, packed in chunks, and read back. */
public class PackedTest {
  private static final int MEGABYTE = 1 << 20;

  private static Table table() {
    try (ColumnVector ints = ColumnVector.fromBoxedInts(10, null, 14, 16, 18);
        ColumnVector bytes = ColumnVector.fromBytes(new byte[] {1, 2, 3, 4, 5});
        ColumnVector strings = ColumnVector.fromStrings("a", "", null, "Ä12³", "e");
        ColumnVector wide =
            ColumnVector.decimalFromBigInt(
                -3,
                BigInteger.ONE,
                BigInteger.TEN.pow(30),
                null,
                BigInteger.ZERO,
                BigInteger.TEN.negate());
        ColumnVector lists =
            Cols.lists(
                DType.STRING,
                Arrays.asList("x", null),
                null,
                Arrays.asList(),
                Arrays.asList("y"),
                Arrays.asList("z", "zz"));
        ColumnVector struct = ColumnVector.makeStruct(ints, lists)) {
      return new Table(ints, bytes, strings, wide, lists, struct);
    }
  }

  /** The groups' rows, one list for each, and closes them. */
  private static List<List<Object>> rows(ContiguousTable... groups) {
    List<List<Object>> rows = new ArrayList<>();
    for (ContiguousTable group : groups) {
      try (group) {
        rows.add(Cols.values(group.getTable().getColumn(0)));
      }
    }
    return rows;
  }

  @Test
  public void groupsAreSplitInTheOrderOfTheirKeys() throws Exception {
    DeviceLeaks.check(
        () -> {
          try (ColumnVector numbers = ColumnVector.fromInts(0, 1, 2, 3, 4, 5);
              ColumnVector keys = ColumnVector.fromStrings("b", null, "a", "b", null, "a");
              Table t = new Table(numbers, keys)) {
            assertEquals(
                List.of(List.of(2, 5), List.of(0, 3), List.of(1, 4)),
                rows(t.groupBy(1).contiguousSplitGroups()));
            GroupByOptions nullsFirst = GroupByOptions.builder().withKeysNullSmallest(true).build();
            assertEquals(
                List.of(List.of(1, 4), List.of(2, 5), List.of(0, 3)),
                rows(t.groupBy(nullsFirst, 1).contiguousSplitGroups()));
            GroupByOptions noNulls = GroupByOptions.builder().withIgnoreNullKeys(true).build();
            try (ContigSplitGroupByResult split =
                t.groupBy(noNulls, 1).contiguousSplitGroupsAndGenUniqKeys()) {
              assertEquals(
                  Arrays.asList("a", "b"), Cols.values(split.getUniqKeyTable().getColumn(0)));
              assertEquals(2, split.getGroups().length);
              assertEquals(2, split.getGroups()[1].getRowCount());
            }
          }
        });
  }

  private static void same(Table expected, int from, Table found) {
    assertEquals(expected.getNumberOfColumns(), found.getNumberOfColumns());
    for (int c = 0; c < expected.getNumberOfColumns(); c++) {
      List<Object> all = Cols.values(expected.getColumn(c));
      assertEquals(
          all.subList(from, from + (int) found.getRowCount()), Cols.values(found.getColumn(c)));
      assertEquals(expected.getColumn(c).getType(), found.getColumn(c).getType());
    }
  }

  @Test
  public void splitsHaveTheirRows() throws Exception {
    DeviceLeaks.check(
        () -> {
          try (Table t = table()) {
            ContiguousTable[] parts = t.contiguousSplit(2, 2, 4);
            int[] starts = {0, 2, 2, 4};
            long[] rows = {2, 0, 2, 1};
            assertEquals(starts.length, parts.length);
            for (int i = 0; i < parts.length; i++) {
              try (ContiguousTable part = parts[i]) {
                assertEquals(rows[i], part.getRowCount());
                same(t, starts[i], part.getTable());
              }
            }
          }
        });
  }

  @Test
  public void splitPointsMustBeInOrder() throws Exception {
    DeviceLeaks.check(
        () -> {
          try (Table t = table()) {
            assertThrows(CudfException.class, () -> t.contiguousSplit(3, 2));
            assertThrows(CudfException.class, () -> t.contiguousSplit(6));
          }
        });
  }

  @Test
  public void aFailedSplitLeavesNothing() throws Exception {
    long limit = DeviceMemory.limit();
    DeviceLeaks.check(
        () -> {
          try (Table t = table()) {
            DeviceMemory.limit(Ledger.liveBytes() + 1500);
            assertThrows(OutOfMemoryError.class, () -> t.contiguousSplit(1, 2, 3, 4));
          } finally {
            DeviceMemory.limit(limit);
          }
        });
  }

  @Test
  public void metadataOutlivesItsTable() {
    ByteBuffer metadata;
    try (Table t = table()) {
      ContiguousTable part = t.contiguousSplit()[0];
      // On the heap, and not at its beginning, as it comes out of a shuffle's or a spill's own
      // format.
      ByteBuffer direct = part.getMetadataDirectBuffer();
      metadata =
          ByteBuffer.allocate(direct.remaining() + 4).putInt(7).put(direct).position(4).slice();
      try (part;
          Table again = Table.fromPackedTable(metadata, part.getBuffer())) {
        same(t, 0, again);
      }
    }
  }

  @Test
  public void chunksOfATable() throws Exception {
    Long[] longs = new Long[256 * 1024];
    for (int i = 1; i < longs.length; i += 2) {
      longs[i] = (long) i;
    }
    DeviceLeaks.check(
        () -> {
          try (ColumnVector c = ColumnVector.fromBoxedLongs(longs);
              Table t = new Table(c);
              DeviceMemoryBuffer bounce = DeviceMemoryBuffer.allocate(MEGABYTE);
              ChunkedPack pack = t.makeChunkedPack(MEGABYTE);
              PackedColumnMetadata metadata = pack.buildMetadata();
              DeviceMemoryBuffer target =
                  DeviceMemoryBuffer.allocate(pack.getTotalContiguousSize())) {
            long offset = 0;
            int chunks = 0;
            for (; pack.hasNext(); chunks++) {
              long copied = pack.next(bounce);
              target.copyFromDeviceBufferAsync(offset, bounce, 0, copied, Cuda.DEFAULT_STREAM);
              offset += copied;
            }
            assertEquals(pack.getTotalContiguousSize(), offset);
            assertEquals(3, chunks);
            try (Table again = Table.fromPackedTable(metadata.getMetadataDirectBuffer(), target)) {
              same(t, 0, again);
            }
            assertThrows(CudfException.class, () -> pack.next(bounce));
          }
        });
  }

  @Test
  public void buffersMustBeLargeEnough() {
    try (Table t = table();
        DeviceMemoryBuffer small = DeviceMemoryBuffer.allocate(100);
        ChunkedPack pack = t.makeChunkedPack(MEGABYTE)) {
      assertTrue(pack.hasNext());
      assertThrows(CudfException.class, () -> pack.next(small));
      assertThrows(CudfException.class, () -> t.makeChunkedPack(1000));
    }
  }

  @Test
  public void aTableWithoutRowsHasNoBytes() {
    try (ColumnVector ints = ColumnVector.fromInts();
        ColumnVector strings = ColumnVector.fromStrings();
        Table t = new Table(ints, strings);
        ContiguousTable part = t.contiguousSplit()[0];
        ChunkedPack pack = t.makeChunkedPack(MEGABYTE)) {
      assertEquals(0, part.getTable().getRowCount());
      assertEquals(2, part.getTable().getNumberOfColumns());
      assertEquals(pack.getTotalContiguousSize() > 0, pack.hasNext());
    }
  }
}
