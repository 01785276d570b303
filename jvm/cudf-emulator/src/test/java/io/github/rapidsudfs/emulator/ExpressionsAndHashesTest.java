// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.CudfException;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.HostColumnVector.BasicType;
import ai.rapids.cudf.HostColumnVector.ListType;
import ai.rapids.cudf.HostColumnVector.StructData;
import ai.rapids.cudf.HostColumnVector.StructType;
import ai.rapids.cudf.Table;
import ai.rapids.cudf.ast.BinaryOperation;
import ai.rapids.cudf.ast.BinaryOperator;
import ai.rapids.cudf.ast.ColumnReference;
import ai.rapids.cudf.ast.CompiledExpression;
import ai.rapids.cudf.ast.Literal;
import ai.rapids.cudf.ast.UnaryOperation;
import ai.rapids.cudf.ast.UnaryOperator;
import com.nvidia.spark.rapids.jni.Hash;
import java.util.Arrays;
import org.junit.Test;

/** Compiled expressions, and hashes that Spark's documentation states. */
public class ExpressionsAndHashesTest {
  @Test
  public void anExpressionIsOneCall() {
    ColumnReference x = new ColumnReference(0);
    ColumnReference y = new ColumnReference(1);
    var sum =
        new BinaryOperation(
            BinaryOperator.ADD,
            new BinaryOperation(BinaryOperator.MUL, x, Literal.ofDouble(1.5)),
            new UnaryOperation(UnaryOperator.SQRT, y));
    try (ColumnVector a = ColumnVector.fromBoxedDoubles(2.0, null, -1.0);
        ColumnVector b = ColumnVector.fromBoxedDoubles(16.0, 1.0, -1.0);
        Table t = new Table(a, b);
        CompiledExpression compiled = sum.compile()) {
      long before = io.github.rapidsudfs.emulator.memory.Ledger.totals().kernels();
      Cols.check(compiled.computeColumn(t), 7.0, null, Double.NaN);
      assertEquals(before + 1, io.github.rapidsudfs.emulator.memory.Ledger.totals().kernels());
    }
  }

  @Test
  public void nullsConstantsAndMixedTypes() {
    ColumnReference x = new ColumnReference(0);
    try (ColumnVector a = ColumnVector.fromBoxedInts(1, null);
        Table t = new Table(a);
        CompiledExpression isNull = new UnaryOperation(UnaryOperator.IS_NULL, x).compile();
        CompiledExpression constant = Literal.ofInt(5).compile();
        CompiledExpression equal =
            new BinaryOperation(BinaryOperator.NULL_EQUAL, x, Literal.ofNull(DType.INT32))
                .compile();
        CompiledExpression mixed =
            new BinaryOperation(BinaryOperator.ADD, x, Literal.ofLong(1)).compile()) {
      Cols.check(isNull.computeColumn(t), false, true);
      Cols.check(constant.computeColumn(t), 5, 5);
      Cols.check(equal.computeColumn(t), false, true);
      assertThrows(CudfException.class, () -> mixed.computeColumn(t).close());
    }
  }

  /** A binary operator of a column of (-7, 23) and one of (2, 3). */
  private static ColumnVector binary(BinaryOperator op, DType type) {
    var expression = new BinaryOperation(op, new ColumnReference(0), new ColumnReference(1));
    try (ColumnVector x = ColumnVector.fromInts(-7, 23);
        ColumnVector y = ColumnVector.fromInts(2, 3);
        ColumnVector a = x.castTo(type);
        ColumnVector b = y.castTo(type);
        Table t = new Table(a, b);
        CompiledExpression compiled = expression.compile()) {
      return compiled.computeColumn(t);
    }
  }

  /** A unary operator of a column of (-5, 9). */
  private static ColumnVector unary(UnaryOperator op, DType type) {
    try (ColumnVector x = ColumnVector.fromInts(-5, 9);
        ColumnVector a = x.castTo(type);
        Table t = new Table(a);
        CompiledExpression compiled = new UnaryOperation(op, new ColumnReference(0)).compile()) {
      return compiled.computeColumn(t);
    }
  }

  @Test
  public void resultTypes() {
    BinaryOperator floor = BinaryOperator.FLOOR_DIV;
    Cols.check(binary(floor, DType.INT16), (short) -4, (short) 7);
    Cols.check(binary(floor, DType.FLOAT32), -4.0f, 7.0f);
    Cols.check(binary(BinaryOperator.POW, DType.INT64), 49L, 12167L);
    Cols.check(binary(BinaryOperator.POW, DType.INT8), (byte) 49, (byte) -121);
    assertThrows(CudfException.class, () -> binary(BinaryOperator.BITWISE_OR, DType.BOOL8));
    assertThrows(CudfException.class, () -> unary(UnaryOperator.SQRT, DType.INT16));
    Cols.check(unary(UnaryOperator.ABS, DType.INT16), (short) 5, (short) 9);
    Cols.check(binary(BinaryOperator.TRUE_DIV, DType.INT32), -3.5, 23.0 / 3);
    Cols.check(unary(UnaryOperator.BIT_INVERT, DType.INT16), 4, -10);
  }

  @Test
  public void hashesAreSparks() {
    try (ColumnVector s = ColumnVector.fromStrings("Spark");
        ColumnVector l = Cols.lists(DType.INT32, Arrays.asList(123));
        ColumnVector i = ColumnVector.fromInts(2)) {
      Cols.check(Hash.murmurHash32(42, new ColumnView[] {s, l, i}), -1321691492);
      Cols.check(Hash.xxhash64(42L, new ColumnView[] {s, l, i}), 5602566077635097486L);
      Cols.check(ColumnVector.md5Hash(s), "8cde774d6f7333752ed72cacddb05126");
    }
  }

  @Test
  @SuppressWarnings("unchecked") // lists as varargs
  public void xxhash64TakesListsOfStructsAndMurmurRefusesThem() {
    StructType struct = new StructType(true, new BasicType(true, DType.INT32));
    try (ColumnVector lists =
            ColumnVector.fromLists(
                new ListType(true, struct), Arrays.asList(new StructData(7)), Arrays.asList());
        ColumnVector sevens = ColumnVector.fromBoxedInts(7, null)) {
      try (ColumnVector expected = Hash.xxhash64(42L, new ColumnView[] {sevens})) {
        Cols.check(Hash.xxhash64(42L, new ColumnView[] {lists}), Cols.values(expected).toArray());
      }
      assertThrows(CudfException.class, () -> Hash.murmurHash32(42, new ColumnView[] {lists}));
    }
  }
}
