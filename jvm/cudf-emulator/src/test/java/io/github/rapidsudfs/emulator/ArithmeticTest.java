// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.CudfException;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import ai.rapids.cudf.UnaryOp;
import org.junit.Test;

/** Numbers as libcudf computes them: common types, wrapping, nulls, NaN. */
public class ArithmeticTest {
  @Test
  public void nullsPropagateAndIntegersWrap() {
    try (ColumnVector a = ColumnVector.fromBoxedInts(1, null, Integer.MAX_VALUE);
        ColumnVector b = ColumnVector.fromBoxedInts(10, 20, 1)) {
      Cols.check(a.add(b), 11, null, Integer.MIN_VALUE);
      Cols.check(a.sub(b), -9, null, Integer.MAX_VALUE - 1);
    }
  }

  @Test
  public void computesInTheCommonTypeOfOutputAndOperands() {
    try (ColumnVector a = ColumnVector.fromInts(Integer.MAX_VALUE);
        ColumnVector small = ColumnVector.fromBytes((byte) 127)) {
      Cols.check(a.mul(a, DType.INT64), (long) Integer.MAX_VALUE * Integer.MAX_VALUE);
      Cols.check(a.div(a, DType.FLOAT64), 1.0);
      Cols.check(small.add(small, DType.INT8), (byte) -2);
      Cols.check(small.add(small, DType.INT16), (short) 254);
    }
  }

  @Test
  public void integerDivisionTruncatesAndFloorDivisionFloors() {
    try (ColumnVector a = ColumnVector.fromInts(-7, 7, -7);
        ColumnVector b = ColumnVector.fromInts(2, -2, -2)) {
      Cols.check(a.div(b), -3, -3, 3);
      Cols.check(a.floorDiv(b), -4, -4, 3);
      Cols.check(a.mod(b), -1, 1, -1);
      Cols.check(a.pmod(b, DType.INT32), 1, 1, -1);
    }
  }

  @Test
  public void nanIsUnequalAndNeitherLessNorGreater() {
    try (ColumnVector nan = ColumnVector.fromDoubles(Double.NaN);
        ColumnVector one = ColumnVector.fromDoubles(1.0)) {
      Cols.check(nan.equalTo(nan), false);
      Cols.check(nan.notEqualTo(nan), true);
      Cols.check(nan.lessThan(one), false);
      Cols.check(nan.lessOrEqualTo(one), false);
      Cols.check(nan.greaterThan(one), false);
      Cols.check(nan.greaterOrEqualTo(one), false);
    }
  }

  @Test
  public void nullAwareOperators() {
    try (ColumnVector a = ColumnVector.fromBoxedInts(1, null, null, 4);
        ColumnVector b = ColumnVector.fromBoxedInts(2, 5, null, 3);
        ColumnVector t = ColumnVector.fromBoxedBooleans(true, false, null, null);
        ColumnVector n = ColumnVector.fromBoxedBooleans(null, null, null, true)) {
      Cols.check(a.binaryOp(BinaryOp.NULL_MAX, b, DType.INT32), 2, 5, null, 4);
      Cols.check(a.binaryOp(BinaryOp.NULL_MIN, b, DType.INT32), 1, 5, null, 3);
      Cols.check(a.equalToNullAware(b), false, false, true, false);
      Cols.check(t.binaryOp(BinaryOp.NULL_LOGICAL_AND, n, DType.BOOL8), null, false, null, null);
      Cols.check(t.binaryOp(BinaryOp.NULL_LOGICAL_OR, n, DType.BOOL8), true, null, null, true);
    }
  }

  @Test
  public void scalarsOnEitherSide() {
    try (ColumnVector a = ColumnVector.fromBoxedLongs(1L, null, 3L);
        Scalar ten = Scalar.fromLong(10);
        Scalar none = Scalar.fromNull(DType.INT64)) {
      Cols.check(a.sub(ten), -9L, null, -7L);
      Cols.check(ten.sub(a), 9L, null, 7L);
      Cols.check(a.add(none), null, null, null);
      Cols.check(a.greaterThan(ten), false, null, false);
    }
  }

  @Test
  public void shiftsBeyondTheWidthAreClampedAsOnADevice() {
    try (ColumnVector a = ColumnVector.fromInts(-8, -8, -8);
        ColumnVector by = ColumnVector.fromInts(1, 31, 32)) {
      Cols.check(a.shiftLeft(by), -16, 0, 0);
      Cols.check(a.shiftRight(by), -4, -1, -1);
      Cols.check(a.shiftRightUnsigned(by), 0x7FFFFFFC, 1, 0);
    }
  }

  @Test
  public void comparisonsNeedABooleanResult() {
    try (ColumnVector a = ColumnVector.fromInts(1)) {
      assertThrows(CudfException.class, () -> a.binaryOp(BinaryOp.LESS, a, DType.INT32).close());
    }
  }

  @Test
  public void stringsHaveNoArithmeticButAnOrderByBytes() {
    try (ColumnVector s = ColumnVector.fromStrings("a", "é", "b");
        ColumnVector t = ColumnVector.fromStrings("B", "z", null)) {
      Cols.check(s.greaterThan(t), true, true, null);
      assertThrows(CudfException.class, () -> s.binaryOp(BinaryOp.ADD, t, DType.STRING).close());
    }
  }

  @Test
  public void castsTruncateTowardsZeroAndSaturate() {
    try (ColumnVector d = ColumnVector.fromBoxedDoubles(-1.9, 1e20, null, Double.NaN)) {
      Cols.check(d.asInts(), -1, Integer.MAX_VALUE, null, Integer.MIN_VALUE);
    }
    try (ColumnVector i = ColumnVector.fromInts(300, -1, 0)) {
      Cols.check(i.asBytes(), (byte) 44, (byte) -1, (byte) 0);
      Cols.check(i.castTo(DType.BOOL8), true, true, false);
      Cols.check(i.asStrings(), "300", "-1", "0");
    }
  }

  @Test
  public void stringsToIntegersStopAtTheFirstOtherCharacter() {
    try (ColumnVector s = ColumnVector.fromStrings("12", "-3x", "", "abc", "+7", null)) {
      Cols.check(s.asInts(), 12, -3, 0, 0, 7, null);
    }
  }

  @Test
  public void ifElseTakesANullPredicateForFalse() {
    try (ColumnVector p = ColumnVector.fromBoxedBooleans(true, false, null);
        ColumnVector a = ColumnVector.fromStrings("a", "b", "c");
        ColumnVector b = ColumnVector.fromStrings("x", null, "z");
        Scalar s = Scalar.fromString("S");
        Scalar n = Scalar.fromNull(DType.STRING)) {
      Cols.check(p.ifElse(a, b), "a", null, "z");
      Cols.check(p.ifElse(a, s), "a", "S", "S");
      Cols.check(p.ifElse(s, b), "S", null, "z");
      Cols.check(p.ifElse(s, n), "S", null, null);
    }
  }

  @Test
  public void unaryFunctions() {
    try (ColumnVector d = ColumnVector.fromBoxedDoubles(-2.5, 2.5, null, -0.0)) {
      Cols.check(d.floor(), -3.0, 2.0, null, -0.0);
      Cols.check(d.ceil(), -2.0, 3.0, null, -0.0);
      Cols.check(d.rint(), -2.0, 2.0, null, -0.0);
      Cols.check(d.abs(), 2.5, 2.5, null, 0.0);
      Cols.check(d.not(), false, false, null, true);
    }
    try (ColumnVector i = ColumnVector.fromInts(4, -5);
        ColumnVector b = ColumnVector.fromBooleans(true, false)) {
      Cols.check(i.floor(), 4, -5);
      Cols.check(b.ceil(), true, false);
      assertThrows(CudfException.class, () -> i.rint().close());
      assertThrows(
          CudfException.class,
          () -> b.binaryOp(BinaryOp.SHIFT_RIGHT_UNSIGNED, b, DType.BOOL8).close());
    }
  }

  @Test
  public void sequencesAndFilledColumns() {
    try (Scalar start = Scalar.fromInt(3);
        Scalar step = Scalar.fromInt(-2);
        Scalar text = Scalar.fromString("é")) {
      Cols.check(ColumnVector.sequence(start, step, 3), 3, 1, -1);
      Cols.check(ColumnVector.fromScalar(text, 2), "é", "é");
      Cols.check(ColumnVector.fromScalar(text, 0));
    }
  }

  @Test
  public void slicesAreViewsOfTheSameMemory() {
    try (ColumnVector a =
        ColumnVector.fromBoxedLongs(0L, 1L, null, 3L, 4L, 5L, null, 7L, 8L, null, 10L)) {
      long before = io.github.rapidsudfs.emulator.memory.Ledger.liveBytes();
      var parts = a.splitAsViews(3, 9);
      assertEquals(before, io.github.rapidsudfs.emulator.memory.Ledger.liveBytes());
      try (var middle = parts[1];
          var first = parts[0];
          var last = parts[2]) {
        assertEquals(6, middle.getRowCount());
        assertEquals(1, middle.getNullCount());
        Cols.check(middle.add(middle), 6L, 8L, 10L, null, 14L, 16L);
        Cols.check(last.isNull(), true, false);
        assertTrue(first.getNullCount() > 0);
      }
    }
  }

  @Test
  public void castsDoNotLookUnderNulls() {
    try (ColumnVector large = ColumnVector.fromDoubles(3e154, 1.5);
        ColumnVector mask = ColumnVector.fromBoxedInts(null, 1);
        ColumnVector masked = large.mergeAndSetValidity(BinaryOp.BITWISE_AND, mask)) {
      Cols.check(masked.castTo(DType.INT8), null, (byte) 1);
      assertThrows(UnsupportedOperationException.class, () -> large.castTo(DType.INT8));
    }
  }

  @Test
  public void nanAsAnInteger() {
    try (ColumnVector doubles = ColumnVector.fromDoubles(Double.NaN, 1.5);
        ColumnVector floats = ColumnVector.fromFloats(Float.NaN, 1.5f);
        ColumnVector ints = ColumnVector.fromInts(-1, 4)) {
      Cols.check(doubles.castTo(DType.INT32), Integer.MIN_VALUE, 1);
      Cols.check(floats.castTo(DType.INT32), 0, 1);
      Cols.check(ints.unaryOp(UnaryOp.SQRT), Integer.MIN_VALUE, 2);
    }
  }

  @Test
  public void inverseHyperbolicFunctionsOfSmallAndLargeNumbers() {
    try (ColumnVector x = ColumnVector.fromDoubles(1e-20, -1e300, 0.5);
        ColumnVector asinh = x.unaryOp(UnaryOp.ARCSINH);
        ColumnVector acosh = x.unaryOp(UnaryOp.ARCCOSH)) {
      double large = Math.log(1e300) + Math.log(2);
      Cols.check(asinh.incRefCount(), 1e-20, -large, 0.48121182505960347);
      Cols.check(acosh.incRefCount(), Double.NaN, Double.NaN, Double.NaN);
    }
  }
}
