package io.github.rapidsudfs.functions.arrays

import ai.rapids.cudf.{
  BinaryOp,
  ColumnVector,
  ColumnView,
  DType,
  Scalar,
  SegmentedReductionAggregation
}
import io.github.rapidsudfs.core._
import org.apache.spark.sql.Row
import org.apache.spark.sql.api.java.UDF1

import java.lang.{Long => JLong}
import java.util.{Arrays, Comparator, List => JList}

/** Number, least, greatest and order of an array's values. */
final class ArrayStats
    extends Udf1[JList[JLong], Row]
    with UDF1[JList[JLong], Row]
    with ScalaForm
    with Resources {
  override def signature(): Signature = ArrayStats.signature

  override protected def row(values: JList[JLong]): Row = {
    val sorted = values.toArray(new Array[JLong](0))
    Arrays.sort(sorted, Comparator.nullsLast(Comparator.naturalOrder[JLong]()))
    val n = sorted.indexOf(null) match {
      case -1        => sorted.length
      case firstNull => firstNull
    }
    val (least, greatest) = if (n == 0) (null, null) else (sorted(0), sorted(n - 1))
    Row(n, least, greatest, Arrays.asList(sorted: _*))
  }

  override protected def columnar(values: ColumnVector): ColumnVector =
    withResource(count(values)) { n =>
      withResource(values.listReduce(SegmentedReductionAggregation.min(), DType.INT64)) { least =>
        withResource(values.listReduce(SegmentedReductionAggregation.max(), DType.INT64)) {
          greatest =>
            withResource(values.listSortRows(false, false)) { sorted =>
              withResource(ColumnView.makeStructView(n, least, greatest, sorted)) { fields =>
                fields.mergeAndSetValidity(BinaryOp.BITWISE_AND, values)
              }
            }
        }
      }
    }

  /** How many elements are not null; null where the array is, as every field must be. */
  private def count(values: ColumnVector): ColumnVector =
    withResource(values.getChildColumnView(0)) { elements =>
      if (elements.getNullCount == 0) values.countElements()
      else
        withResource(countNotNull(values, elements)) { counts =>
          counts.mergeAndSetValidity(BinaryOp.BITWISE_AND, values)
        }
    }

  private def countNotNull(values: ColumnVector, elements: ColumnView): ColumnVector =
    withResource(elements.isNotNull) { flags =>
      withResource(flags.castTo(DType.INT32)) { ones =>
        withResource(values.replaceListChild(ones)) { lists =>
          withResource(lists.listReduce(SegmentedReductionAggregation.sum(), DType.INT32)) { sums =>
            withResource(Scalar.fromInt(0))(zero => sums.replaceNulls(zero))
          }
        }
      }
    }
}

object ArrayStats {
  val signature: Signature = Signature
    .named("array_stats")
    .in(Category.ARRAYS)
    .takes("values", "array<bigint>")
    .returns("struct<n:int,min:bigint,max:bigint,sorted:array<bigint>>")
    .nulls(NullRule.ANY_NULL_PROPAGATED)
    .summary("How many values an array has, the least, the greatest, and all in order")
    .description(
      "Null elements are neither counted nor compared, and come last in order. Without values the" +
        " least and the greatest are null."
    )
    .example("array_stats(array(3L, 1L, NULL, 2L))", "{3, 1, 3, [1, 2, 3, null]}")
    .example("array_stats(array(3L, 1L)).min", "1")
    .since("0.1.0")
}
