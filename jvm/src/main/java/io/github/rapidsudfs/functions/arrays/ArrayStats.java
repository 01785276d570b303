// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.arrays;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import io.github.rapidsudfs.api.Category;
import io.github.rapidsudfs.api.NullRule;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.columns.ColumnMath;
import io.github.rapidsudfs.columns.Columns;
import io.github.rapidsudfs.columns.ListSums;
import io.github.rapidsudfs.udf.Udf1;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeArrayData;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.GenericArrayData;

/** The number, least, greatest and sorted values of an array. */
public final class ArrayStats extends Udf1<ArrayData, InternalRow>
    implements UDF1<ArrayData, InternalRow> {
  public ArrayStats() {
    super(
        Signature.named("array_stats")
            .in(Category.ARRAYS)
            .takes("values", "array<bigint>")
            .returns("struct<n:int,min:bigint,max:bigint,sorted:array<bigint>>")
            .nulls(NullRule.ANY_NULL_PROPAGATED)
            .summary("The number of values of an array, the least, the greatest, and all sorted")
            .description(
                "Null elements are neither counted nor compared, and come last in order. Without"
                    + " values the least and the greatest are null.")
            .example("array_stats(array(3L, 1L, NULL, 2L))", "{3, 1, 3, [1, 2, 3, null]}")
            .example("array_stats(array(3L, 1L)).min", "1")
            .since("0.1.0"));
  }

  @Override
  protected InternalRow row(ArrayData values) {
    long[] sorted = new long[values.numElements()];
    int n = 0;
    for (int i = 0; i < sorted.length; i++) {
      if (!values.isNullAt(i)) {
        sorted[n++] = values.getLong(i);
      }
    }
    Arrays.sort(sorted, 0, n);
    Long least = n == 0 ? null : (Long) sorted[0];
    Long greatest = n == 0 ? null : (Long) sorted[n - 1];
    return new GenericInternalRow(new Object[] {n, least, greatest, nullsLast(sorted, n)});
  }

  private static ArrayData nullsLast(long[] sorted, int n) {
    if (n == sorted.length) {
      return UnsafeArrayData.fromPrimitiveArray(sorted);
    }
    Object[] boxed = LongStream.of(sorted).limit(n).boxed().toArray();
    return new GenericArrayData(Arrays.copyOf(boxed, sorted.length));
  }

  @Override
  protected ColumnVector columnar(ColumnVector values) {
    try (Columns c = new Columns()) {
      ColumnVector n = c.own(count(values));
      ColumnVector sorted = c.own(values.listSortRows(false, false));
      ColumnVector least = c.own(sorted.extractListElement(0));
      ColumnVector greatest = c.own(greatest(sorted, n));
      return c.own(ColumnView.makeStructView(n, least, greatest, sorted))
          .mergeAndSetValidity(BinaryOp.BITWISE_AND, values);
    }
  }

  /** The last value before the nulls; without values the last element (-1), which is null. */
  private static ColumnVector greatest(ColumnVector sorted, ColumnVector n) {
    try (ColumnVector last = ColumnMath.with(BinaryOp.SUB, n, 1, DType.INT32)) {
      return sorted.extractListElement(last);
    }
  }

  /** The number of non-null elements; null for a null array, as every field must be. */
  private static ColumnVector count(ColumnVector values) {
    try (Columns c = new Columns()) {
      ColumnView elements = c.own(values.getChildColumnView(0));
      return elements.getNullCount() == 0
          ? values.countElements()
          : c.own(countNotNull(values, elements)).mergeAndSetValidity(BinaryOp.BITWISE_AND, values);
    }
  }

  private static ColumnVector countNotNull(ColumnVector values, ColumnView elements) {
    try (ColumnVector flags = elements.isNotNull();
        ColumnVector ones = flags.castTo(DType.INT32);
        ColumnView lists = values.replaceListChild(ones)) {
      return ListSums.of(lists);
    }
  }
}
