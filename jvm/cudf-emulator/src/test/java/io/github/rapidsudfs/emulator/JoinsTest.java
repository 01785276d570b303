// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.CudfException;
import ai.rapids.cudf.GatherMap;
import ai.rapids.cudf.HashJoin;
import ai.rapids.cudf.NullEquality;
import ai.rapids.cudf.OutOfBoundsPolicy;
import ai.rapids.cudf.Table;
import ai.rapids.cudf.ast.BinaryOperation;
import ai.rapids.cudf.ast.BinaryOperator;
import ai.rapids.cudf.ast.ColumnReference;
import ai.rapids.cudf.ast.CompiledExpression;
import ai.rapids.cudf.ast.TableReference;
import io.github.rapidsudfs.emulator.kernels.JoinPairs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.Test;

/** TableJoins, as pairs of a left and a right row; -1 means no row. */
public class JoinsTest {
  private static Table ints(Integer[]... columns) {
    ColumnVector[] vectors =
        Arrays.stream(columns).map(ColumnVector::fromBoxedInts).toArray(ColumnVector[]::new);
    try {
      return new Table(vectors);
    } finally {
      for (ColumnVector v : vectors) {
        v.close();
      }
    }
  }

  private static Integer[] of(Integer... values) {
    return values;
  }

  private static List<Object> rows(GatherMap map) {
    try (map;
        ColumnView view = map.toColumnView(0, (int) map.getRowCount())) {
      List<Object> rows = new ArrayList<>(Cols.values(view));
      rows.replaceAll(row -> row.equals(JoinPairs.NO_ROW) ? -1 : row);
      return rows;
    }
  }

  private static void check(GatherMap[] maps, Integer[] left, Integer[] right) {
    assertEquals(Arrays.asList(left), rows(maps[0]));
    assertEquals(Arrays.asList(right), rows(maps[1]));
  }

  private static void check(GatherMap map, Integer... expected) {
    assertEquals(Arrays.asList(expected), rows(map));
  }

  @Test
  public void byEqualKeys() {
    try (Table left = ints(of(2, 9, 0, 9, 8));
        Table right = ints(of(6, 9, 8, 9))) {
      check(left.innerJoinGatherMaps(right, false), of(1, 1, 3, 3, 4), of(1, 3, 1, 3, 2));
      check(
          left.leftJoinGatherMaps(right, false),
          of(1, 1, 3, 3, 4, 0, 2),
          of(1, 3, 1, 3, 2, -1, -1));
      check(
          left.fullJoinGatherMaps(right, false),
          of(1, 1, 3, 3, 4, 0, 2, -1),
          of(1, 3, 1, 3, 2, -1, -1, 0));
      check(left.leftSemiJoinGatherMap(right, false), 1, 3, 4);
      check(left.leftAntiJoinGatherMap(right, false), 0, 2);
    }
  }

  @Test
  public void nullKeysAreEqualWhereAskedFor() {
    try (Table left = ints(of(7, null, 8));
        Table right = ints(of(null, null, 8))) {
      check(left.leftJoinGatherMaps(right, true), of(1, 1, 2, 0), of(0, 1, 2, -1));
      check(left.leftJoinGatherMaps(right, false), of(2, 0, 1), of(2, -1, -1));
      check(left.leftAntiJoinGatherMap(right, false), 0, 1);
    }
  }

  @Test
  public void keysOfSeveralColumnsAndOtherTypes() {
    try (Table left = ints(of(1, 1, 2), of(1, 2, 2));
        Table right = ints(of(2, 1), of(2, 1));
        Table one = ints(of(1))) {
      check(left.innerJoinGatherMaps(right, false), of(0, 2), of(1, 0));
      assertThrows(IllegalArgumentException.class, () -> left.innerJoinGatherMaps(one, false));
    }
    try (ColumnVector a = ColumnVector.fromDoubles(Double.NaN, -0.0, 1);
        ColumnVector b = ColumnVector.fromDoubles(0.0, Double.NaN);
        Table left = new Table(a);
        Table right = new Table(b);
        Table other = ints(of(1))) {
      check(left.innerJoinGatherMaps(right, false), of(0, 1), of(1, 0));
      assertThrows(CudfException.class, () -> left.innerJoinGatherMaps(other, false));
    }
  }

  @Test
  public void distinctRightKeys() {
    try (Table left = ints(of(2, 3, 9, 0, 1, 7, 4, null, null, 8));
        Table right = ints(of(null, 9, 8, 10, 32))) {
      check(left.leftDistinctJoinGatherMap(right, true), -1, -1, 1, -1, -1, -1, -1, 0, 0, 2);
      check(left.innerDistinctJoinGatherMaps(right, false), of(2, 9), of(1, 2));
    }
  }

  @Test
  public void aTableThatWasSearchedBefore() {
    try (Table left = ints(of(2, 9, null));
        Table right = ints(of(9, null, 9));
        HashJoin join = new HashJoin(right, false)) {
      assertEquals(2, left.innerJoinRowCount(join));
      assertEquals(4, left.leftJoinRowCount(join));
      assertEquals(5, left.fullJoinRowCount(join));
      check(left.innerJoinGatherMaps(join), of(1, 1), of(0, 2));
      check(left.fullJoinGatherMaps(join), of(1, 1, 0, 2, -1), of(0, 2, -1, -1, 1));
    }
  }

  @Test
  public void byACondition() {
    BinaryOperation greater =
        new BinaryOperation(
            BinaryOperator.GREATER,
            new ColumnReference(0, TableReference.LEFT),
            new ColumnReference(0, TableReference.RIGHT));
    try (Table left = ints(of(2, 9, null, 8));
        Table right = ints(of(6, 5, 9, null));
        CompiledExpression condition = greater.compile()) {
      assertEquals(4, left.conditionalInnerJoinRowCount(right, condition));
      check(left.conditionalInnerJoinGatherMaps(right, condition), of(1, 1, 3, 3), of(0, 1, 0, 1));
      check(
          left.conditionalLeftJoinGatherMaps(right, condition),
          of(1, 1, 3, 3, 0, 2),
          of(0, 1, 0, 1, -1, -1));
      check(
          left.conditionalFullJoinGatherMaps(right, condition),
          of(1, 1, 3, 3, 0, 2, -1, -1),
          of(0, 1, 0, 1, -1, -1, 2, 3));
      check(left.conditionalLeftSemiJoinGatherMap(right, condition), 1, 3);
      check(left.conditionalLeftAntiJoinGatherMap(right, condition), 0, 2);
    }
  }

  @Test
  public void byEqualKeysAndACondition() {
    BinaryOperation greater =
        new BinaryOperation(
            BinaryOperator.GREATER,
            new ColumnReference(1, TableReference.LEFT),
            new ColumnReference(1, TableReference.RIGHT));
    try (CompiledExpression condition = greater.compile();
        Table left =
            ints(of(null, 3, 9, 0, 1, 7, 4, null, 5, 8), of(1, 2, 3, 4, 5, 6, 7, 8, 9, 0));
        Table right = ints(of(null, 5, null, 8, 10, 32), of(0, 1, 2, 3, 4, 5));
        Table leftKeys = new Table(left.getColumn(0));
        Table rightKeys = new Table(right.getColumn(0))) {
      check(
          Table.mixedInnerJoinGatherMaps(
              leftKeys, rightKeys, left, right, condition, NullEquality.EQUAL),
          of(0, 7, 7, 8),
          of(0, 0, 2, 1));
      check(
          Table.mixedInnerJoinGatherMaps(
              leftKeys, rightKeys, left, right, condition, NullEquality.UNEQUAL),
          of(8),
          of(1));
      check(
          Table.mixedLeftJoinGatherMaps(
              leftKeys, rightKeys, left, right, condition, NullEquality.UNEQUAL),
          of(8, 0, 1, 2, 3, 4, 5, 6, 7, 9),
          of(1, -1, -1, -1, -1, -1, -1, -1, -1, -1));
      check(
          Table.mixedLeftSemiJoinGatherMap(
              leftKeys, rightKeys, left, right, condition, NullEquality.EQUAL),
          0,
          7,
          8);
      check(
          Table.mixedLeftAntiJoinGatherMap(
              leftKeys, rightKeys, left, right, condition, NullEquality.EQUAL),
          1,
          2,
          3,
          4,
          5,
          6,
          9);
    }
  }

  @Test
  public void noRows() {
    try (Table left = ints(of(1, 2));
        Table none = ints(of())) {
      check(left.innerJoinGatherMaps(none, false), of(), of());
      check(left.leftJoinGatherMaps(none, false), of(0, 1), of(-1, -1));
      check(none.fullJoinGatherMaps(left, false), of(-1, -1), of(0, 1));
      check(none.leftAntiJoinGatherMap(left, false));
    }
  }

  @Test
  public void theMissingRowIsNull() {
    try (Table left = ints(of(2, 9));
        Table right = ints(of(9))) {
      GatherMap[] maps = left.leftJoinGatherMaps(right, false);
      try (GatherMap first = maps[0];
          GatherMap second = maps[1];
          ColumnView view = second.toColumnView(0, 2);
          Table gathered = right.gather(view, OutOfBoundsPolicy.NULLIFY)) {
        assertEquals(2, first.getRowCount());
        assertEquals(Arrays.asList(9, null), Cols.values(gathered.getColumn(0)));
      }
    }
  }

  @Test
  public void everyPairAndDistinctRows() {
    try (Table left = ints(of(100, 101));
        Table right = ints(of(200, null));
        Table cross = left.crossJoin(right);
        Table t = ints(of(5, 3, null, null, 5))) {
      assertEquals(Arrays.asList(100, 100, 101, 101), Cols.values(cross.getColumn(0)));
      assertEquals(Arrays.asList(200, null, 200, null), Cols.values(cross.getColumn(1)));
      assertEquals(3, t.distinctCount());
      assertEquals(4, t.distinctCount(NullEquality.UNEQUAL));
    }
  }

  @Test
  public void stepsOfAJoin() {
    JoinPairs inner = new JoinPairs(new int[] {2, 0, 2}, new int[] {1, 1, 3});
    assertEquals("[2, 0, 2, 1]", Arrays.toString(inner.leftOuter(3).left()));
    JoinPairs full = inner.fullOuter(3, 4);
    int none = JoinPairs.NO_ROW;
    assertEquals(Arrays.toString(new int[] {2, 0, 2, 1, none, none}), Arrays.toString(full.left()));
    assertEquals(Arrays.toString(new int[] {1, 1, 3, none, 0, 2}), Arrays.toString(full.right()));
    assertEquals("[0, 2]", Arrays.toString(JoinPairs.semi(inner.left(), 3)));
    assertEquals("[1]", Arrays.toString(JoinPairs.anti(inner.left(), 3)));
    assertEquals("[true, false, true]", Arrays.toString(JoinPairs.matched(inner.left(), 3)));
  }
}
