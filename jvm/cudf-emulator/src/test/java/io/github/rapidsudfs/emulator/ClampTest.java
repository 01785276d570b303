// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator;

import static io.github.rapidsudfs.emulator.Cols.check;
import static org.junit.Assert.assertThrows;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.CudfException;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import org.junit.Test;

/** Values kept between two bounds. */
public class ClampTest {
  @Test
  public void replacesValuesOutsideTheBounds() {
    // The examples in the documentation of cuDF's method.
    try (ColumnVector values = ColumnVector.fromBoxedInts(1, 2, 3, null, 5, 6, 7);
        Scalar low = Scalar.fromInt(3);
        Scalar high = Scalar.fromInt(5);
        Scalar zero = Scalar.fromInt(0);
        Scalar sixteen = Scalar.fromInt(16);
        Scalar none = Scalar.fromNull(DType.INT32)) {
      check(values.clamp(low, high), 3, 3, 3, null, 5, 5, 5);
      check(values.clamp(low, zero, high, sixteen), 0, 0, 3, null, 5, 16, 16);
      check(values.clamp(none, zero, high, sixteen), 1, 2, 3, null, 5, 16, 16);
      check(values.clamp(low, zero, none, sixteen), 0, 0, 3, null, 5, 6, 7);
      check(values.clamp(none, none), 1, 2, 3, null, 5, 6, 7);
    }
  }

  @Test
  public void floatsCompareAsIeeeDoes() {
    double infinity = Double.POSITIVE_INFINITY;
    try (ColumnVector values =
            ColumnVector.fromDoubles(-infinity, -0.0, 0.0, Double.NaN, 1.5, infinity);
        Scalar zero = Scalar.fromDouble(0);
        Scalar one = Scalar.fromDouble(1);
        Scalar nan = Scalar.fromDouble(Double.NaN)) {
      check(values.clamp(zero, one), 0.0, -0.0, 0.0, Double.NaN, 1.0, 1.0);
      check(values.clamp(nan, one), -infinity, -0.0, 0.0, Double.NaN, 1.0, 1.0);
    }
  }

  @Test
  public void refusesOtherTypesAndMissingReplacements() {
    try (ColumnVector values = ColumnVector.fromInts(1);
        Scalar one = Scalar.fromInt(1);
        Scalar wide = Scalar.fromLong(1);
        Scalar none = Scalar.fromNull(DType.INT32)) {
      assertThrows(CudfException.class, () -> values.clamp(one, wide));
      assertThrows(CudfException.class, () -> values.clamp(wide, wide));
      assertThrows(CudfException.class, () -> values.clamp(one, none, one, one));
    }
  }
}
