package io.github.rapidsudfs.functions.arrays;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import ai.rapids.cudf.SegmentedReductionAggregation;
import io.github.rapidsudfs.core.Category;
import io.github.rapidsudfs.core.NullRule;
import io.github.rapidsudfs.core.Signature;
import io.github.rapidsudfs.core.Udf1;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.api.java.UDF1;

/** Number, least, greatest and order of an array's values. */
public final class ArrayStats extends Udf1<List<Long>, Row> implements UDF1<List<Long>, Row> {
  private static final long serialVersionUID = 1L;

  static final Signature SIGNATURE =
      Signature.named("array_stats")
          .in(Category.ARRAYS)
          .takes("values", "array<bigint>")
          .returns("struct<n:int,min:bigint,max:bigint,sorted:array<bigint>>")
          .nulls(NullRule.ANY_NULL_PROPAGATED)
          .summary("How many values an array has, the least, the greatest, and all in order")
          .description(
              "Null elements are neither counted nor compared, and come last in order. Without"
                  + " values the least and the greatest are null.")
          .example("array_stats(array(3L, 1L, NULL, 2L))", "{3, 1, 3, [1, 2, 3, null]}")
          .example("array_stats(array(3L, 1L)).min", "1")
          .since("0.1.0");

  @Override
  public Signature signature() {
    return SIGNATURE;
  }

  @Override
  protected Row row(List<Long> values) {
    Long[] sorted = values.toArray(new Long[0]);
    Arrays.sort(sorted, Comparator.nullsLast(Comparator.naturalOrder()));
    int n = sorted.length;
    while (n > 0 && sorted[n - 1] == null) {
      n--;
    }
    Long least = n == 0 ? null : sorted[0];
    Long greatest = n == 0 ? null : sorted[n - 1];
    return RowFactory.create(n, least, greatest, Arrays.asList(sorted));
  }

  @Override
  protected ColumnVector columnar(ColumnVector values) {
    try (ColumnVector n = count(values);
        ColumnVector least = values.listReduce(SegmentedReductionAggregation.min(), DType.INT64);
        ColumnVector greatest =
            values.listReduce(SegmentedReductionAggregation.max(), DType.INT64);
        ColumnVector sorted = values.listSortRows(false, false);
        ColumnView fields = ColumnView.makeStructView(n, least, greatest, sorted)) {
      return fields.mergeAndSetValidity(BinaryOp.BITWISE_AND, values);
    }
  }

  /** How many elements are not null; null where the array is, as every field must be. */
  private static ColumnVector count(ColumnVector values) {
    try (ColumnView elements = values.getChildColumnView(0)) {
      if (elements.getNullCount() == 0) {
        return values.countElements();
      }
      try (ColumnVector counts = countNotNull(values, elements)) {
        return counts.mergeAndSetValidity(BinaryOp.BITWISE_AND, values);
      }
    }
  }

  private static ColumnVector countNotNull(ColumnVector values, ColumnView elements) {
    try (ColumnVector flags = elements.isNotNull();
        ColumnVector ones = flags.castTo(DType.INT32);
        ColumnView lists = values.replaceListChild(ones);
        ColumnVector sums = lists.listReduce(SegmentedReductionAggregation.sum(), DType.INT32);
        Scalar zero = Scalar.fromInt(0)) {
      return sums.replaceNulls(zero);
    }
  }
}
