package io.github.rapidsudfs.emulator;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import ai.rapids.cudf.Aggregation128Utils;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.CudfException;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.GroupByAggregation;
import ai.rapids.cudf.GroupByOptions;
import ai.rapids.cudf.NullPolicy;
import ai.rapids.cudf.OrderByArg;
import ai.rapids.cudf.PartitionedTable;
import ai.rapids.cudf.ReductionAggregation;
import ai.rapids.cudf.Scalar;
import ai.rapids.cudf.SegmentedReductionAggregation;
import ai.rapids.cudf.Table;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.kernels.SumChunks;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import org.junit.Test;

/** Groups, sums in chunks, and partitions. Groups come in the order of their first rows. */
public class GroupsTest {
  private static Table table(ColumnVector... columns) {
    try {
      return new Table(columns);
    } finally {
      for (ColumnVector column : columns) {
        column.close();
      }
    }
  }

  private static void check(Table table, Object[]... columns) {
    try (table) {
      for (int c = 0; c < columns.length; c++) {
        assertEquals(Arrays.asList(columns[c]), Cols.values(table.getColumn(c)));
      }
      assertEquals(columns.length, table.getNumberOfColumns());
    }
  }

  private static Object[] row(Object... values) {
    return values;
  }

  @Test
  public void countsSumsMeansAndExtremes() {
    try (Table t =
        table(
            ColumnVector.fromBoxedInts(1, 1, null, 2, null, 2),
            ColumnVector.fromBoxedInts(4, null, 6, -1, null, 5))) {
      check(
          t.groupBy(0)
              .aggregate(
                  GroupByAggregation.count(NullPolicy.EXCLUDE).onColumn(1),
                      GroupByAggregation.count(NullPolicy.INCLUDE).onColumn(1),
                  GroupByAggregation.sum().onColumn(1), GroupByAggregation.mean().onColumn(1),
                  GroupByAggregation.min().onColumn(1), GroupByAggregation.max().onColumn(1)),
          row(1, null, 2),
          row(1, 1, 2),
          row(2, 2, 2),
          row(4L, 6L, 4L),
          row(4.0, 6.0, 2.0),
          row(4, 6, -1),
          row(4, 6, 5));
      check(
          t.groupBy(GroupByOptions.builder().withIgnoreNullKeys(true).build(), 0)
              .aggregate(GroupByAggregation.sum().onColumn(1)),
          row(1, 2),
          row(4L, 4L));
    }
  }

  @Test
  public void groupsWithoutValuesAreNull() {
    try (Table t = table(ColumnVector.fromInts(1, 2), ColumnVector.fromBoxedDoubles(null, 0.5))) {
      check(
          t.groupBy(0)
              .aggregate(
                  GroupByAggregation.sum().onColumn(1),
                  GroupByAggregation.mean().onColumn(1),
                  GroupByAggregation.min().onColumn(1)),
          row(1, 2),
          row(null, 0.5),
          row(null, 0.5),
          row(null, 0.5));
    }
  }

  @Test
  public void keysOfFloatsAndStrings() {
    try (Table t =
        table(
            ColumnVector.fromDoubles(0.0, -0.0, Double.NaN, Double.NaN, 1),
            ColumnVector.fromStrings("a", "a", "b", "b", "a"),
            ColumnVector.fromInts(1, 2, 3, 4, 5))) {
      check(
          t.groupBy(0, 1).aggregate(GroupByAggregation.sum().onColumn(2)),
          row(0.0, Double.NaN, 1.0),
          row("a", "b", "a"),
          row(3L, 7L, 5L));
      check(t.groupBy(1).aggregate(GroupByAggregation.max().onColumn(2)), row("a", "b"), row(5, 4));
    }
  }

  @Test
  public void sumsKeepADecimalsTypeAndWidenIntegers() {
    try (Table t =
            table(
                ColumnVector.fromInts(1, 1),
                ColumnVector.decimalFromLongs(-2, 150L, 275L),
                ColumnVector.fromBytes((byte) 127, (byte) 1),
                ColumnVector.fromUnsignedInts(-1, 1),
                ColumnVector.decimalFromBigInt(
                    -20, BigInteger.TEN.pow(30), BigInteger.ONE.negate()));
        Table sums =
            t.groupBy(0)
                .aggregate(
                    GroupByAggregation.sum().onColumn(1),
                    GroupByAggregation.sum().onColumn(2),
                    GroupByAggregation.sum().onColumn(3),
                    GroupByAggregation.sum().onColumn(4))) {
      assertEquals(DType.create(DType.DTypeEnum.DECIMAL64, -2), sums.getColumn(1).getType());
      assertEquals(DType.INT64, sums.getColumn(2).getType());
      assertEquals(DType.INT64, sums.getColumn(3).getType());
      check(
          new Table(sums.getColumn(1), sums.getColumn(2), sums.getColumn(3), sums.getColumn(4)),
          row(new BigDecimal("4.25")),
          row(128L),
          row(4294967296L),
          row(new BigDecimal(BigInteger.TEN.pow(30).subtract(BigInteger.ONE), 20)));
    }
  }

  @Test
  public void firstAndLast() {
    try (Table t =
        table(
            ColumnVector.fromInts(1, 1, 1, 1, 2, 2, 2, 2),
            ColumnVector.fromBoxedInts(null, 13, null, 12, 14, null, 15, null))) {
      check(
          t.groupBy(0)
              .aggregate(
                  GroupByAggregation.nth(0, NullPolicy.EXCLUDE).onColumn(1),
                      GroupByAggregation.nth(-1, NullPolicy.EXCLUDE).onColumn(1),
                  GroupByAggregation.nth(0, NullPolicy.INCLUDE).onColumn(1),
                      GroupByAggregation.nth(-1, NullPolicy.INCLUDE).onColumn(1)),
          row(1, 2),
          row(13, 14),
          row(12, 15),
          row(null, 14),
          row(12, null));
      try (Scalar first =
              t.getColumn(1).reduce(ReductionAggregation.nth(0, NullPolicy.EXCLUDE), DType.INT32);
          Scalar last =
              t.getColumn(1)
                  .reduce(ReductionAggregation.nth(-1, NullPolicy.INCLUDE), DType.INT32)) {
        assertEquals(13, first.getInt());
        assertEquals(false, last.isValid());
      }
      assertThrows(
          CudfException.class,
          () ->
              t.getColumn(1)
                  .reduce(ReductionAggregation.nth(8, NullPolicy.INCLUDE), DType.INT32)
                  .close());
    }
  }

  @Test
  public void noRowsAndNoAggregations() {
    try (Table t = table(ColumnVector.fromInts(), ColumnVector.fromStrings());
        Table pairs = table(ColumnVector.fromInts(3, 3, 4))) {
      check(
          t.groupBy(0)
              .aggregate(
                  GroupByAggregation.count().onColumn(1), GroupByAggregation.max().onColumn(1)),
          row(),
          row(),
          row());
      check(pairs.groupBy(0).aggregate(), row(3, 4));
    }
  }

  @Test
  public void chunksOf128Bits() {
    BigInteger value = new BigInteger("123456789abcdef0f0debc9a78563412", 16);
    try (ColumnVector wide = ColumnVector.decimalFromBigInt(-38, null, value)) {
      Cols.check(Aggregation128Utils.extractInt32Chunk(wide, DType.UINT32, 0), null, 0x78563412);
      Cols.check(Aggregation128Utils.extractInt32Chunk(wide, DType.UINT32, 1), null, 0xf0debc9a);
      Cols.check(Aggregation128Utils.extractInt32Chunk(wide, DType.UINT32, 2), null, 0x9abcdef0);
      Cols.check(Aggregation128Utils.extractInt32Chunk(wide, DType.INT32, 3), null, 0x12345678);
      assertThrows(
          CudfException.class,
          () -> Aggregation128Utils.extractInt32Chunk(wide, DType.INT32, 4).close());
    }
    try (Table chunks =
            table(
                ColumnVector.fromBoxedUnsignedLongs(
                    null, 0L, 1L, 0L, 0x12345678L, 0x1234567812345678L, 0xfedcba9876543210L),
                ColumnVector.fromBoxedUnsignedLongs(
                    null, 0L, 2L, 0L, 0x9abcdef0L, 0x1122334455667788L, 0xaceaceaceaceaceaL),
                ColumnVector.fromBoxedUnsignedLongs(
                    null, 0L, 3L, 0L, 0x11223344L, 0x99aabbccddeeff00L, 0xbdfbdfbdfbdfbdfbL),
                ColumnVector.fromBoxedLongs(
                    null, 0L, -1L, 0x100000000L, 0x55667788L, 0x66554434L, -0x42042043L));
        Table sum =
            Aggregation128Utils.combineInt64SumChunks(
                chunks, DType.create(DType.DTypeEnum.DECIMAL128, -20))) {
      assertEquals(
          Arrays.asList(null, false, false, true, false, true, false),
          Cols.values(sum.getColumn(0)));
      assertEquals(
          Arrays.asList(
              null,
              hex("0"),
              hex("-fffffffcfffffffdffffffff"),
              hex("0"),
              hex("55667788112233449abcdef012345678"),
              hex("ef113244679ace0012345678"),
              hex("7bf7bf7ba8ca8ca8e9ab678276543210")),
          Cols.values(sum.getColumn(1)));
    }
  }

  private static BigDecimal hex(String digits) {
    return new BigDecimal(new BigInteger(digits, 16), 20);
  }

  @Test
  public void chunksOf64Bits() {
    FixedVec values =
        new FixedVec(
            Type.of(Type.INT64),
            new long[] {Long.MAX_VALUE, -1, 0},
            new boolean[] {true, true, false});
    FixedVec low = SumChunks.extract(values, Type.UINT32, 0, 2);
    FixedVec high = SumChunks.extract(values, Type.INT32, 1, 2);
    assertEquals("[4294967295, 4294967295, 0]", Arrays.toString(low.values));
    assertEquals("[2147483647, -1, 0]", Arrays.toString(high.values));
    Vec[] sum =
        SumChunks.combine(
            new Vec[] {
              longs(low.values[0] + low.values[1], low.values[0] + 1),
              longs(high.values[0] + high.values[1], high.values[0])
            },
            Type.of(Type.INT64),
            2);
    assertEquals(
        "[0, 1]", Arrays.toString(((FixedVec) sum[0]).values)); // MAX - 1 fits, MAX + 1 does not
    assertEquals(
        "[9223372036854775806, -9223372036854775808]", Arrays.toString(((FixedVec) sum[1]).values));
  }

  private static FixedVec longs(long... values) {
    return new FixedVec(Type.of(Type.INT64), values, null);
  }

  @Test
  public void partitions() {
    try (Table t = table(ColumnVector.fromInts(0, 1, 2, 3, 4, 5, 6));
        ColumnVector of = ColumnVector.fromInts(2, 0, 0, 2, 1, 0, 2)) {
      try (PartitionedTable p = t.roundRobinPartition(3, 1)) {
        assertEquals(Arrays.asList(2, 5, 0, 3, 6, 1, 4), Cols.values(p.getTable().getColumn(0)));
        assertEquals("[0, 2, 5]", Arrays.toString(Arrays.copyOf(p.getPartitions(), 3)));
      }
      try (PartitionedTable p = t.partition(of, 4)) {
        assertEquals(Arrays.asList(1, 2, 5, 4, 0, 3, 6), Cols.values(p.getTable().getColumn(0)));
        assertEquals("[0, 3, 4, 7]", Arrays.toString(Arrays.copyOf(p.getPartitions(), 4)));
      }
    }
  }

  @Test
  public void anyAndAllOfNothing() {
    try (ColumnVector none = ColumnVector.fromBooleans();
        ColumnVector nulls = ColumnVector.fromBoxedBooleans(null, null);
        Scalar any = none.any();
        Scalar all = nulls.all()) {
      assertEquals(false, any.getBoolean());
      assertEquals(true, all.getBoolean());
    }
  }

  @Test
  public void theGreatestWithNaNIsNaN() {
    try (Table t =
            table(
                ColumnVector.fromInts(1, 1, 2, 3),
                ColumnVector.fromBoxedDoubles(Double.NaN, 5.0, -0.5, null));
        Scalar max = t.getColumn(1).max()) {
      check(
          t.groupBy(0).aggregate(GroupByAggregation.max().onColumn(1)),
          row(1, 2, 3),
          row(Double.NaN, -0.5, null));
      assertEquals(Double.NaN, max.getDouble(), 0);
      assertThrows(
          UnsupportedOperationException.class,
          () -> t.groupBy(0).aggregate(GroupByAggregation.min().onColumn(1)).close());
    }
  }

  @Test
  public void aRefusalNamesTheAggregation() {
    try (Table t = table(ColumnVector.fromInts(1), ColumnVector.fromInts(1))) {
      UnsupportedOperationException refusal =
          assertThrows(
              UnsupportedOperationException.class,
              () -> t.groupBy(0).aggregate(GroupByAggregation.argMin().onColumn(1)).close());
      assertTrue(
          refusal.getMessage(), refusal.getMessage().contains("grouping with ARGMIN is not"));
    }
  }

  @Test
  public void decimalsHaveNoAnyAndDurationsNoSum() {
    try (ColumnVector decimals = ColumnVector.decimalFromInts(-1, 1, 0);
        ColumnVector durations = ColumnVector.durationSecondsFromLongs(1, 2);
        ColumnVector both = ColumnVector.fromInts(0, 2)) {
      assertThrows(CudfException.class, () -> decimals.any().close());
      assertThrows(CudfException.class, () -> decimals.all().close());
      assertThrows(CudfException.class, () -> durations.sum().close());
      assertThrows(
          CudfException.class,
          () -> durations.segmentedReduce(both, SegmentedReductionAggregation.sum()).close());
    }
  }

  /** As the plugin's max and min of arrays and structs; nulls within are least. */
  @Test
  public void extremesOfNestedValues() {
    try (ColumnVector a = ColumnVector.fromBoxedInts(1, 1, null, 2);
        ColumnVector b = ColumnVector.fromBoxedDoubles(Double.NaN, null, 5.0, 0.5);
        ColumnVector lists =
            Cols.lists(
                DType.INT32,
                Arrays.asList(2),
                Arrays.asList(1, 9),
                null,
                Arrays.asList((Integer) null));
        Table t = table(ColumnVector.fromInts(7, 7, 7, 8), ColumnVector.makeStruct(a, b));
        Scalar least = lists.reduce(ReductionAggregation.min(), DType.LIST);
        ColumnVector none = Cols.lists(DType.INT32);
        Scalar ofNone = none.reduce(ReductionAggregation.max(), DType.LIST)) {
      check(
          t.groupBy(0)
              .aggregate(
                  GroupByAggregation.max().onColumn(1), GroupByAggregation.min().onColumn(1)),
          row(7, 8),
          row(Cols.list(1, Double.NaN), Cols.list(2, 0.5)),
          row(Cols.list(null, 5.0), Cols.list(2, 0.5)));
      assertEquals(Arrays.asList((Object) null), Cols.values(least.getListAsColumnView()));
      assertEquals(false, ofNone.isValid());
    }
  }

  @Test
  public void sortedByLists() {
    try (ColumnVector lists =
            Cols.lists(
                DType.INT32,
                Arrays.asList(2),
                Arrays.asList(1, 9),
                null,
                Arrays.asList((Integer) null),
                Arrays.asList(),
                Arrays.asList(1));
        Table t = new Table(lists)) {
      check(table(t.sortOrder(OrderByArg.asc(0, true))), row(2, 4, 3, 5, 1, 0));
      check(table(t.sortOrder(OrderByArg.desc(0, true))), row(0, 1, 5, 3, 4, 2));
    }
  }

  @Test
  public void scattered() {
    try (Table target =
            table(
                ColumnVector.fromBoxedInts(1, 2, null, 4),
                ColumnVector.fromStrings("a", "b", "c", null));
        Table source =
            table(ColumnVector.fromBoxedInts(null, 7), ColumnVector.fromStrings("x", "yy"));
        ColumnVector map = ColumnVector.fromInts(3, -4);
        ColumnVector twice = ColumnVector.fromInts(1, 1);
        Scalar number = Scalar.fromInt(5);
        Scalar none = Scalar.fromNull(DType.STRING)) {
      check(source.scatter(map, target), row(7, 2, null, null), row("yy", "b", "c", "x"));
      check(
          Table.scatter(new Scalar[] {number, none}, map, target),
          row(5, 2, null, 5),
          row(null, "b", "c", null));
      assertThrows(
          UnsupportedOperationException.class, () -> source.scatter(twice, target).close());
    }
  }
}
