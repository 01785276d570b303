// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.structs;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import ai.rapids.cudf.Table;
import io.github.rapidsudfs.api.Category;
import io.github.rapidsudfs.api.Divergences;
import io.github.rapidsudfs.api.NullRule;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.columns.ColumnMath;
import io.github.rapidsudfs.udf.Udf2;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.unsafe.types.UTF8String;

/** The name of the bucket that a number falls into. */
public final class BucketLabel extends Udf2<Double, InternalRow, UTF8String>
    implements UDF2<Double, InternalRow, UTF8String> {
  public BucketLabel() {
    super(
        Signature.named("bucket_label")
            .in(Category.STRUCTS)
            .takes("value", "double")
            .takes("buckets", "struct<edges:array<double>,labels:array<string>>")
            .returns("string")
            .nulls(NullRule.ANY_NULL)
            .summary("The label of the bucket that a number falls into")
            .description(
                "The label at the position of the first edge above the number; if there is no such"
                    + " edge, the label after the others. An edge belongs to the bucket that it"
                    + " begins. Edges are expected in ascending order; null and NaN among them are"
                    + " above nothing. A missing label, NaN, and null edges or labels give null.")
            .example(
                "bucket_label(21.5, named_struct('edges', array(0D, 20D, 30D),"
                    + " 'labels', array('frost', 'cold', 'warm', 'hot')))",
                "warm")
            .example(
                "bucket_label(2, named_struct('edges', array(1D), 'labels', array('low')))", "NULL")
            .divergence(Divergences.INVALID_UTF8)
            .since("0.1.0"));
  }

  @Override
  protected UTF8String row(Double value, InternalRow buckets) {
    if (value.isNaN() || buckets.isNullAt(0) || buckets.isNullAt(1)) {
      return null;
    }
    ArrayData edges = buckets.getArray(0);
    ArrayData labels = buckets.getArray(1);
    int bucket = 0;
    // A comparison with NaN is false.
    while (bucket < edges.numElements()
        && (edges.isNullAt(bucket) || !(edges.getDouble(bucket) > value))) {
      bucket++;
    }
    return bucket < labels.numElements() && !labels.isNullAt(bucket)
        ? labels.getUTF8String(bucket)
        : null;
  }

  @Override
  protected ColumnVector columnar(ColumnVector value, ColumnVector buckets) {
    try (ColumnView edges = buckets.getChildColumnView(0);
        ColumnVector index = bucket(value, edges);
        ColumnView labels = buckets.getChildColumnView(1)) {
      return labels.extractListElement(index);
    }
  }

  /** The position of the label; null for NaN and for null edges. */
  private static ColumnVector bucket(ColumnVector value, ColumnView edges) {
    try (ColumnVector first = firstAbove(value, edges);
        ColumnVector last = edges.countElements();
        ColumnVector isFound = ColumnMath.with(BinaryOp.GREATER_EQUAL, first, 0, DType.BOOL8);
        ColumnVector index = isFound.ifElse(first, last)) {
      return numbersOnly(value, index);
    }
  }

  /** The position of the first edge above the value, or -1. */
  private static ColumnVector firstAbove(ColumnVector value, ColumnView edges) {
    try (ColumnVector flags = areAbove(value, edges);
        ColumnView lists = edges.replaceListChild(flags);
        Scalar yes = Scalar.fromBool(true)) {
      return lists.listIndexOf(yes, ColumnView.FindOptions.FIND_FIRST);
    }
  }

  /** A flag for each edge that is above its row's value. */
  private static ColumnVector areAbove(ColumnVector value, ColumnView edges) {
    try (ColumnVector lists = edges.copyToColumnVector();
        Table table = new Table(lists, value);
        Table pairs = table.explode(0)) {
      return pairs.getColumn(0).binaryOp(BinaryOp.GREATER, pairs.getColumn(1), DType.BOOL8);
    }
  }

  private static ColumnVector numbersOnly(ColumnVector value, ColumnVector index) {
    try (ColumnVector isNumber = value.isNotNan()) {
      return ColumnMath.nullUnless(isNumber, index);
    }
  }
}
