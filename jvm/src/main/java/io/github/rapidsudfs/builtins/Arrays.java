// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.OutOfBoundsPolicy;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.columns.ColumnMath;
import io.github.rapidsudfs.columns.Columns;
import io.github.rapidsudfs.columns.ListSums;

/** Arrays with an element added, or with nulls removed. */
public final class Arrays {
  private Arrays() {}

  /** {@code array_append}, {@code array_insert} at -1: null for a null array. */
  public static ColumnVector append(ColumnView arrays, ColumnView elements) {
    try (ColumnVector single = ColumnVector.makeList(elements)) {
      return ColumnVector.listConcatenateByRow(arrays, single);
    }
  }

  /** {@code array_prepend}, {@code array_insert} at 1. */
  public static ColumnVector prepend(ColumnView elements, ColumnView arrays) {
    try (ColumnVector single = ColumnVector.makeList(elements)) {
      return ColumnVector.listConcatenateByRow(single, arrays);
    }
  }

  /** {@code array_insert} at 1 or more, with nulls before the element if needed. */
  public static ColumnVector insert(ColumnView arrays, int position, ColumnView elements) {
    try (ColumnVector whole = prepend(elements, arrays);
        ColumnVector places = places(whole, position)) {
      return whole.segmentedGather(places, OutOfBoundsPolicy.NULLIFY);
    }
  }

  /** The position of each result element in an array that begins with the new element. */
  private static ColumnVector places(ColumnVector whole, int position) {
    int rows = Math.toIntExact(whole.getRowCount());
    try (Columns c = new Columns()) {
      ColumnVector sizes = c.own(whole.countElements());
      Scalar least = c.own(Scalar.fromInt(position));
      Scalar most = c.own(Scalar.fromInt(Integer.MAX_VALUE));
      ColumnVector results = c.own(sizes.clamp(least, most));
      Scalar zero = c.own(Scalar.fromInt(0));
      ColumnVector counts = c.own(results.replaceNulls(zero));
      ColumnVector starts = c.own(ColumnVector.fromScalar(zero, rows));
      ColumnVector lists = c.own(ColumnVector.sequence(starts, counts));
      ColumnView all = c.own(lists.getChildColumnView(0));
      return c.own(lists.replaceListChild(c.own(moved(all, position - 1)))).copyToColumnVector();
    }
  }

  private static ColumnVector moved(ColumnView places, int at) {
    try (Columns c = new Columns()) {
      ColumnVector before = c.is(places, BinaryOp.LESS, at);
      ColumnVector later =
          c.ints(places).with(BinaryOp.ADD, c.own(before.castTo(DType.INT32))).get();
      return c.is(places, BinaryOp.EQUAL, at).ifElse(c.own(Scalar.fromInt(0)), later);
    }
  }

  /** {@code array_compact}. A mask of lists would cost twenty times as much. */
  public static ColumnVector compact(ColumnVector arrays) {
    try (Columns c = new Columns()) {
      ColumnVector lists = c.own(ListSums.unsliced(arrays));
      ColumnView offsets = c.own(lists.getListOffsetsView());
      ColumnView view = c.own(lists.getChildColumnView(0));
      ColumnVector known = c.own(view.isNotNull());
      ColumnVector kept = c.own(ListSums.keptOffsets(known, offsets));
      ColumnVector elements = c.own(ListSums.filtered(c.own(view.copyToColumnVector()), known));
      return ColumnMath.masked(
          c.own(elements.makeListFromOffsets(arrays.getRowCount(), kept)), arrays);
    }
  }
}
