// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.CudfException;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.HostColumnVector;
import ai.rapids.cudf.NullPolicy;
import ai.rapids.cudf.Scalar;
import ai.rapids.cudf.SegmentedReductionAggregation;
import ai.rapids.cudf.Table;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.junit.Test;

/** Lists, maps and structs. */
public class ListKernelsTest {
  private static ColumnVector ints() {
    return Cols.lists(
        DType.INT32, Arrays.asList(1, 2, 3), Arrays.asList(4, null), Arrays.asList(), null);
  }

  @Test
  public void countAndExtract() {
    try (ColumnVector l = ints();
        ColumnVector at = ColumnVector.fromBoxedInts(2, -1, 0, 0);
        ColumnVector holes = ColumnVector.fromBoxedInts(null, 0, 0, null)) {
      Cols.check(l.countElements(), 3, 2, 0, null);
      Cols.check(l.extractListElement(0), 1, 4, null, null);
      Cols.check(l.extractListElement(-1), 3, null, null, null);
      Cols.check(l.extractListElement(5), null, null, null, null);
      Cols.check(l.extractListElement(at), 3, null, null, null);
      Cols.check(l.extractListElement(holes), null, 4, null, null);
    }
  }

  @Test
  public void reductionsSkipNullsAndEmptyIsNull() {
    try (ColumnVector l = ints()) {
      Cols.check(
          l.listReduce(SegmentedReductionAggregation.sum(), DType.INT64), 6L, 4L, null, null);
      Cols.check(
          l.listReduce(SegmentedReductionAggregation.sum(), NullPolicy.INCLUDE, DType.INT32),
          6,
          null,
          null,
          null);
      Cols.check(l.listReduce(SegmentedReductionAggregation.max(), DType.INT32), 3, 4, null, null);
      Cols.check(
          l.listReduce(SegmentedReductionAggregation.product(), DType.INT64), 6L, 4L, null, null);
      Cols.check(
          l.listReduce(SegmentedReductionAggregation.any(), DType.BOOL8), true, true, null, null);
    }
    try (ColumnVector s =
        Cols.lists(DType.STRING, Arrays.asList("b", "a", null), Arrays.asList((String) null))) {
      Cols.check(s.listReduce(SegmentedReductionAggregation.min(), DType.STRING), "a", null);
    }
  }

  @Test
  public void sortPutsNullsWhereAsked() {
    try (ColumnVector l = Cols.lists(DType.INT32, Arrays.asList(3, null, 1), null)) {
      Cols.check(l.listSortRows(false, true), Cols.list(null, 1, 3), null);
      Cols.check(l.listSortRows(false, false), Cols.list(1, 3, null), null);
      Cols.check(l.listSortRows(true, false), Cols.list(null, 3, 1), null);
    }
  }

  @Test
  public void sets() {
    try (ColumnVector a =
            Cols.lists(
                DType.STRING,
                Arrays.asList("a", "b", "a", null),
                Arrays.asList("x"),
                null,
                Arrays.asList());
        ColumnVector b =
            Cols.lists(
                DType.STRING,
                Arrays.asList("b", null, "c"),
                Arrays.asList("y"),
                Arrays.asList("z"),
                Arrays.asList())) {
      assertSets(
          ColumnView.listsIntersectDistinct(a, b),
          Arrays.asList("b", null),
          List.of(),
          null,
          List.of());
      assertSets(
          ColumnView.listsUnionDistinct(a, b),
          Arrays.asList("a", "b", null, "c"),
          List.of("x", "y"),
          null,
          List.of());
      assertSets(
          ColumnView.listsDifferenceDistinct(a, b), List.of("a"), List.of("x"), null, List.of());
    }
  }

  private static void assertSets(ColumnVector column, List<?>... expected) {
    try (column) {
      List<Object> values = Cols.values(column);
      assertEquals(expected.length, values.size());
      for (int i = 0; i < expected.length; i++) {
        List<?> value = (List<?>) values.get(i);
        assertEquals(
            expected[i] == null ? null : new HashSet<>(expected[i]),
            value == null ? null : new HashSet<>(value));
        assertEquals(
            expected[i] == null ? 0 : expected[i].size(), value == null ? 0 : value.size());
      }
    }
  }

  private static final HostColumnVector.ListType NESTED =
      new HostColumnVector.ListType(
          true,
          new HostColumnVector.ListType(true, new HostColumnVector.BasicType(true, DType.INT32)));

  @Test
  @SuppressWarnings("unchecked")
  public void flattenOfNoListAtAll() {
    try (ColumnVector l = ColumnVector.fromLists(NESTED, null, Arrays.asList())) {
      Cols.check(l.flattenLists(true), null, Cols.list());
    }
  }

  @Test
  @SuppressWarnings("unchecked")
  public void flattenSkipsNullListsOrGivesNull() {
    try (ColumnVector l =
        ColumnVector.fromLists(
            NESTED,
            Arrays.asList(Arrays.asList(1), Arrays.asList(2, null)),
            Arrays.asList(Arrays.asList(3), null),
            null)) {
      Cols.check(l.flattenLists(true), Cols.list(1, 2, null), Cols.list(3), null);
      Cols.check(l.flattenLists(false), Cols.list(1, 2, null), null, null);
    }
  }

  @Test
  public void lastOfEqualKeysStays() {
    try (ColumnVector keys = ColumnVector.fromStrings("a", "b", "a", "x");
        ColumnVector values = ColumnVector.fromInts(1, 2, 3, 4);
        ColumnVector pairs = ColumnVector.makeStruct(keys, values);
        ColumnVector offsets = ColumnVector.fromInts(0, 3, 3, 4);
        ColumnVector maps = pairs.makeListFromOffsets(3, offsets)) {
      Cols.check(
          maps.dropListDuplicatesWithKeysValues(),
          Cols.list(Cols.list("b", 2), Cols.list("a", 3)),
          Cols.list(),
          Cols.list(Cols.list("x", 4)));
      try (Scalar a = Scalar.fromString("a");
          ColumnVector each = ColumnVector.fromStrings("b", "b", null)) {
        Cols.check(maps.getMapValue(a), 3, null, null);
        Cols.check(maps.getMapKeyExistence(a), true, false, false);
        Cols.check(maps.getMapValue(each), 2, null, null);
        Cols.check(maps.getMapKeyExistence(each), true, false, false);
      }
    }
  }

  @Test
  public void makingLists() {
    try (ColumnVector a = ColumnVector.fromBoxedInts(1, null);
        ColumnVector b = ColumnVector.fromBoxedInts(3, 4)) {
      Cols.check(ColumnVector.makeList(a, b), Cols.list(1, 3), Cols.list(null, 4));
      Cols.check(ColumnVector.makeList(2, DType.STRING), Cols.list(), Cols.list());
      Cols.check(ColumnVector.makeStruct(a, b), Cols.list(1, 3), Cols.list(null, 4));
    }
  }

  @Test
  public void mergedValidityIsAddedToTheColumnsOwn() {
    try (ColumnVector a = ColumnVector.fromBoxedInts(1, 2, 3, 4);
        ColumnVector own = ColumnVector.fromBoxedInts(1, 2, null, null);
        ColumnVector b = ColumnVector.fromBoxedInts(1, null, null, 4);
        ColumnVector c = ColumnVector.fromBoxedInts(null, null, 3, 4)) {
      Cols.check(a.mergeAndSetValidity(BinaryOp.BITWISE_AND, b, c), null, null, null, 4);
      Cols.check(a.mergeAndSetValidity(BinaryOp.BITWISE_OR, b, c), 1, null, 3, 4);
      Cols.check(own.mergeAndSetValidity(BinaryOp.BITWISE_AND, b, c), null, null, null, null);
      Cols.check(own.mergeAndSetValidity(BinaryOp.BITWISE_OR, b, c), 1, null, null, null);
      Cols.check(own.mergeAndSetValidity(BinaryOp.BITWISE_AND, b), 1, null, null, null);
      try (ColumnView view = struct(4, own);
          ColumnVector structs = view.copyToColumnVector();
          ColumnVector merged = structs.mergeAndSetValidity(BinaryOp.BITWISE_AND, b);
          ColumnView field = merged.getChildColumnView(0)) {
        assertEquals(2, merged.getNullCount());
        assertEquals(3, field.getNullCount());
      }
    }
  }

  @Test
  public void aStructCutsItsFieldsToItsRows() {
    try (ColumnVector x = ColumnVector.fromInts(1, 2, 3);
        ColumnView two = struct(2, x);
        ColumnView four = struct(4, x)) {
      Cols.check(two.copyToColumnVector(), Cols.list(1), Cols.list(2));
      assertThrows(CudfException.class, () -> four.copyToColumnVector().close());
    }
  }

  private static ColumnView struct(int rows, ColumnView field) {
    return new ColumnView(
        DType.STRUCT, rows, Optional.of(0L), null, null, new ColumnView[] {field});
  }

  @Test
  public void explodeAndGather() {
    try (ColumnVector id = ColumnVector.fromInts(1, 2, 3, 4);
        ColumnVector l = ints();
        Table t = new Table(id, l);
        Table e = t.explode(1);
        Table p = t.explodeOuterPosition(1);
        ColumnVector map = ColumnVector.fromInts(3, -4, 0);
        Table g = t.gather(map)) {
      assertEquals(Arrays.asList(1, 1, 1, 2, 2), Cols.values(e.getColumn(0)));
      assertEquals(Arrays.asList(1, 2, 3, 4, null), Cols.values(e.getColumn(1)));
      assertEquals(Arrays.asList(0, 1, 2, 0, 1, null, null), Cols.values(p.getColumn(1)));
      assertEquals(Arrays.asList(1, 2, 3, 4, null, null, null), Cols.values(p.getColumn(2)));
      assertEquals(Arrays.asList(4, 1, 1), Cols.values(g.getColumn(0)));
      assertEquals(
          Arrays.asList(null, Cols.list(1, 2, 3), Cols.list(1, 2, 3)), Cols.values(g.getColumn(1)));
    }
  }

  @Test
  public void slicedListsAndStructs() {
    try (ColumnVector l = ints();
        ColumnVector s = ColumnVector.makeStruct(l, l);
        ColumnVector part = s.subVector(1, 3)) {
      Cols.check(
          part.incRefCount(),
          Cols.list(Cols.list(4, null), Cols.list(4, null)),
          Cols.list(Cols.list(), Cols.list()));
    }
    try (ColumnVector l = ints()) {
      ColumnView[] views = l.splitAsViews(1, 3);
      try (ColumnView first = views[0];
          ColumnView middle = views[1];
          ColumnView last = views[2]) {
        Cols.check(middle.countElements(), 2, 0);
        // libcudf takes the element of another row
        assertThrows(
            UnsupportedOperationException.class, () -> middle.extractListElement(0).close());
        Cols.check(middle.copyToColumnVector(), Cols.list(4, null), Cols.list());
      }
    }
  }

  @Test
  public void listsWantLists() {
    try (ColumnVector i = ColumnVector.fromInts(1)) {
      assertThrows(Throwable.class, () -> i.countElements().close());
      assertThrows(Throwable.class, () -> ColumnView.listsUnionDistinct(i, i).close());
    }
  }

  @Test
  public void elementsByEachRowsOwnPositions() {
    try (ColumnVector l =
            Cols.lists(
                DType.INT32, Arrays.asList(1, 2, null), Arrays.asList(), null, Arrays.asList(7));
        ColumnVector places =
            Cols.lists(
                DType.INT32,
                Arrays.asList(2, -3, 3),
                Arrays.asList(0),
                Arrays.asList(),
                Arrays.asList(-1, -2));
        ColumnVector nullPlaces =
            Cols.lists(DType.INT32, Arrays.asList(0), null, null, Arrays.asList(0));
        ColumnVector nullPlace =
            Cols.lists(
                DType.INT32,
                Arrays.asList(0, null),
                Arrays.asList(),
                Arrays.asList(),
                Arrays.asList())) {
      Cols.check(
          l.segmentedGather(places),
          Cols.list(null, 1, null),
          Cols.list((Object) null),
          null,
          Cols.list(7, null));
      assertThrows(CudfException.class, () -> l.segmentedGather(nullPlaces));
      assertThrows(UnsupportedOperationException.class, () -> l.segmentedGather(nullPlace));
    }
  }

  @Test
  @SuppressWarnings("unchecked") // lists as varargs
  public void tablesThatDoNotFitAreRejected() {
    HostColumnVector.DataType ints =
        new HostColumnVector.ListType(true, new HostColumnVector.BasicType(true, DType.INT32));
    try (ColumnVector two = ColumnVector.fromLists(ints, List.of(1), List.of(2));
        ColumnVector one = ColumnVector.fromLists(ints, List.of(1));
        ColumnVector sorted = ColumnVector.fromInts(1, 2);
        Table left = new Table(sorted);
        Table right = new Table(sorted, sorted)) {
      assertThrows(CudfException.class, () -> ColumnVector.listConcatenateByRow(two, one));
      assertThrows(
          CudfException.class,
          () -> left.lowerBound(new boolean[] {true}, right, new boolean[] {false}));
    }
  }
}
