package io.github.rapidsudfs.functions.structs

import ai.rapids.cudf.{BinaryOp, ColumnVector, ColumnView, DType, Scalar, Table}
import io.github.rapidsudfs.core._
import org.apache.spark.sql.Row
import org.apache.spark.sql.api.java.UDF2

import java.lang.{Double => JDouble}
import java.util.{List => JList}

/** The name of the bucket that a number falls into. */
final class BucketLabel
    extends Udf2[JDouble, Row, String]
    with UDF2[JDouble, Row, String]
    with ScalaForm
    with Resources {
  override def signature(): Signature = BucketLabel.signature

  override protected def row(value: JDouble, buckets: Row): String = {
    val edges = buckets.get(0).asInstanceOf[JList[JDouble]]
    val labels = buckets.get(1).asInstanceOf[JList[String]]
    if (value.isNaN || edges == null || labels == null) null
    else {
      var bucket = 0
      // A comparison with NaN is false, and so is one with null.
      while (bucket < edges.size && !(edges.get(bucket) != null && edges.get(bucket) > value))
        bucket += 1
      if (bucket < labels.size) labels.get(bucket) else null
    }
  }

  override protected def columnar(value: ColumnVector, buckets: ColumnVector): ColumnVector =
    withResource(buckets.getChildColumnView(0)) { edges =>
      withResource(bucket(value, edges)) { index =>
        withResource(buckets.getChildColumnView(1))(_.extractListElement(index))
      }
    }

  /** The position of the label; null for NaN and where there are no edges. */
  private def bucket(value: ColumnVector, edges: ColumnView): ColumnVector =
    withResource(firstAbove(value, edges)) { first =>
      withResource(edges.countElements()) { last =>
        withResource(Scalar.fromInt(0)) { zero =>
          withResource(first.binaryOp(BinaryOp.GREATER_EQUAL, zero, DType.BOOL8)) { isFound =>
            withResource(isFound.ifElse(first, last))(numbersOnly(value, _))
          }
        }
      }
    }

  /** -1 where no edge is above the value. */
  private def firstAbove(value: ColumnVector, edges: ColumnView): ColumnVector =
    withResource(areAbove(value, edges)) { flags =>
      withResource(edges.replaceListChild(flags)) { lists =>
        withResource(Scalar.fromBool(true)) {
          lists.listIndexOf(_, ColumnView.FindOptions.FIND_FIRST)
        }
      }
    }

  /** For each edge whether it is above its row's value. */
  private def areAbove(value: ColumnVector, edges: ColumnView): ColumnVector =
    withResource(edges.copyToColumnVector()) { lists =>
      withResource(new Table(lists, value)) { table =>
        withResource(table.explode(0)) { pairs =>
          pairs.getColumn(0).binaryOp(BinaryOp.GREATER, pairs.getColumn(1), DType.BOOL8)
        }
      }
    }

  private def numbersOnly(value: ColumnVector, index: ColumnVector): ColumnVector =
    withResource(value.isNotNan) { isNumber =>
      withResource(Scalar.fromNull(DType.INT32))(isNumber.ifElse(index, _))
    }
}

object BucketLabel {
  val signature: Signature = Signature
    .named("bucket_label")
    .in(Category.STRUCTS)
    .takes("value", "double")
    .takes("buckets", "struct<edges:array<double>,labels:array<string>>")
    .returns("string")
    .nulls(NullRule.ANY_NULL)
    .summary("The label of the bucket that a number falls into")
    .description(
      "The label that stands where the first edge above the number does; where no edge is, the label" +
        " after those of all edges. An edge belongs to the bucket that it begins. Edges are expected" +
        " in ascending order; null and NaN among them are above nothing. A missing label, NaN, and" +
        " null edges or labels give null."
    )
    .example(
      "bucket_label(21.5, named_struct('edges', array(0D, 20D, 30D)," +
        " 'labels', array('frost', 'cold', 'warm', 'hot')))",
      "warm"
    )
    .example("bucket_label(2, named_struct('edges', array(1D), 'labels', array('low')))", "NULL")
    .divergence(Divergences.INVALID_UTF8)
    .since("0.1.0")
}
