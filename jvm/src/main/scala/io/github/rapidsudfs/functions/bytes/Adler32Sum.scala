package io.github.rapidsudfs.functions.bytes

import ai.rapids.cudf.{
  BinaryOp,
  ColumnVector,
  ColumnView,
  DType,
  Scalar,
  SegmentedReductionAggregation
}
import ai.rapids.cudf.ast._
import io.github.rapidsudfs.core._
import org.apache.spark.sql.api.java.UDF1

import java.lang.{Long => JLong}
import java.nio.charset.StandardCharsets.UTF_8

/** The Adler-32 checksum of a string's UTF-8 bytes.
  *
  * Its low half is 1 and the sum of the bytes, its high half the sum of all the low halves on the
  * way: the length, and each byte as often as there are bytes from it to the end.
  */
final class Adler32Sum
    extends Udf1[String, JLong]
    with UDF1[String, JLong]
    with ScalaForm
    with Resources {
  import Adler32Sum._

  override def signature(): Signature = Adler32Sum.signature

  override protected def row(text: String): JLong = {
    val sum = new java.util.zip.Adler32
    sum.update(text.getBytes(UTF_8))
    sum.getValue
  }

  override protected def columnar(text: ColumnVector): ColumnVector =
    withResource(text.getByteCount) { lengths =>
      withResource(text.asByteList()) { bytes =>
        withResource(bytes.getChildColumnView(0)) { all =>
          withResource(sums(bytes, all)) { plain =>
            withResource(weighted(all, lengths))(w =>
              withResource(sums(bytes, w)) { high =>
                Fused.compute(Tree.checksum, plain, high, lengths)
              }
            )
          }
        }
      }
    }

  /** Each byte times the bytes from it to its string's end. */
  private def weighted(bytes: ColumnView, lengths: ColumnVector): ColumnVector =
    withResource(weights(lengths)) { lists =>
      withResource(lists.getChildColumnView(0))(bytes.binaryOp(BinaryOp.MUL, _, DType.INT64))
    }

  private def weights(lengths: ColumnVector): ColumnVector =
    withResource(orZero(lengths.incRefCount())) { sizes =>
      withResource(sizes.castTo(DType.INT64)) { from =>
        withResource(Scalar.fromLong(-1L)) { down =>
          withResource(ColumnVector.fromScalar(down, from.getRowCount.toInt)) { steps =>
            ColumnVector.sequence(from, sizes, steps)
          }
        }
      }
    }

  /** There is no sum of no bytes, and so zero. */
  private def sums(lists: ColumnView, child: ColumnView): ColumnVector =
    withResource(lists.replaceListChild(child)) { replaced =>
      orZero(replaced.listReduce(SegmentedReductionAggregation.sum(), DType.INT64))
    }

  /** Takes ownership of its argument. */
  private def orZero(numbers: ColumnVector): ColumnVector =
    if (!numbers.hasNulls) numbers
    else
      withResource(numbers) { nullable =>
        val zero =
          if (nullable.getType == DType.INT64) Scalar.fromLong(0L) else Scalar.fromInt(0)
        withResource(zero)(z => nullable.replaceNulls(z))
      }
}

object Adler32Sum {
  val signature: Signature = Signature
    .named("adler32")
    .in(Category.BYTES)
    .takes("text", "string")
    .returns("bigint")
    .nulls(NullRule.ANY_NULL_PROPAGATED)
    .summary("The Adler-32 checksum of a string's UTF-8 bytes")
    .description("As zlib and java.util.zip.Adler32 compute it; that of an empty string is 1.")
    .example("adler32('Wikipedia')", "300286872")
    .divergence(Divergences.INVALID_UTF8)
    .since("0.1.0")

  private object Tree {

    /** Of the sum of bytes, the sum of weighted bytes and the length, null where that is. */
    val checksum: AstExpression = {
      val low = modulo(Fused.add(Fused.column(0), Literal.ofLong(1L)))
      val length = Fused.of(UnaryOperator.CAST_TO_INT64, Fused.column(2))
      val high = modulo(Fused.add(Fused.column(1), length))
      Fused.add(Fused.multiply(high, Literal.ofLong(65536L)), low)
    }

    private def modulo(a: AstExpression): AstExpression =
      new BinaryOperation(BinaryOperator.MOD, a, Literal.ofLong(65521L))
  }
}
