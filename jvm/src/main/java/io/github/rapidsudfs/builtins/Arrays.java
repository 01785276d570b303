// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.OutOfBoundsPolicy;
import ai.rapids.cudf.Scalar;
import ai.rapids.cudf.Table;
import io.github.rapidsudfs.columns.ColumnMath;
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

  /**
   * {@code array_insert}, with nulls before the element where the array is too short.
   *
   * @param position 1 or more
   */
  public static ColumnVector insert(ColumnView arrays, int position, ColumnView elements) {
    try (ColumnVector whole = prepend(elements, arrays);
        ColumnVector places = places(whole, position)) {
      return whole.segmentedGather(places, OutOfBoundsPolicy.NULLIFY);
    }
  }

  /** The position of each result element in an array that begins with the new element. */
  private static ColumnVector places(ColumnVector whole, int position) {
    try (ColumnVector sizes = whole.countElements();
        Scalar least = Scalar.fromInt(position);
        Scalar most = Scalar.fromInt(Integer.MAX_VALUE);
        ColumnVector results = sizes.clamp(least, most);
        Scalar zero = Scalar.fromInt(0);
        ColumnVector counts = results.replaceNulls(zero);
        ColumnVector starts = ColumnVector.fromScalar(zero, Math.toIntExact(counts.getRowCount()));
        ColumnVector lists = ColumnVector.sequence(starts, counts);
        ColumnView all = lists.getChildColumnView(0);
        ColumnVector moved = moved(all, position - 1);
        ColumnView places = lists.replaceListChild(moved)) {
      return places.copyToColumnVector();
    }
  }

  private static ColumnVector moved(ColumnView places, int at) {
    try (ColumnVector before = ColumnMath.with(BinaryOp.LESS, places, at, DType.BOOL8);
        ColumnVector one = before.castTo(DType.INT32);
        ColumnVector later = places.binaryOp(BinaryOp.ADD, one, DType.INT32);
        ColumnVector isNew = ColumnMath.with(BinaryOp.EQUAL, places, at, DType.BOOL8);
        Scalar first = Scalar.fromInt(0)) {
      return isNew.ifElse(first, later);
    }
  }

  /** {@code array_compact}. A mask of lists would cost twenty times as much. */
  public static ColumnVector compact(ColumnVector arrays) {
    try (ColumnVector lists = ListSums.unsliced(arrays);
        ColumnView offsets = lists.getListOffsetsView();
        ColumnView view = lists.getChildColumnView(0);
        ColumnVector known = view.isNotNull();
        ColumnVector kept = ListSums.keptOffsets(known, offsets);
        ColumnVector elements = view.copyToColumnVector();
        Table table = new Table(elements);
        Table filtered = table.filter(known);
        ColumnVector compact =
            filtered.getColumn(0).makeListFromOffsets(arrays.getRowCount(), kept)) {
      return arrays.hasNulls()
          ? compact.mergeAndSetValidity(BinaryOp.BITWISE_AND, arrays)
          : compact.incRefCount();
    }
  }
}
