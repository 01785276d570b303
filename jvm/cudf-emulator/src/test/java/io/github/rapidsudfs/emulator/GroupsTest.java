// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator;

import static io.github.rapidsudfs.emulator.Cols.table;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

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
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import org.junit.Test;

/** Groups and partitions. Groups come in the order of their first rows. */
public class GroupsTest {
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
    try (ColumnVector decimals = ColumnVector.decimalFromInts(-2, 1, 2)) {
      UnsupportedOperationException refusal =
          assertThrows(
              UnsupportedOperationException.class,
              () -> decimals.reduce(ReductionAggregation.median()).close());
      assertTrue(refusal.getMessage(), refusal.getMessage().contains("MEDIAN of DECIMAL32"));
    }
  }

  @Test
  public void listsAreReducedToOne() {
    try (ColumnVector lists = Cols.lists(DType.INT32, Arrays.asList(1, 2), Arrays.asList(3));
        Scalar merged = lists.reduce(ReductionAggregation.mergeLists(), DType.LIST)) {
      Cols.check(ColumnVector.fromScalar(merged, 1), Cols.list(1, 2, 3));
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
