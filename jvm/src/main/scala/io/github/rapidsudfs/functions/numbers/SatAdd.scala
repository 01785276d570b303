package io.github.rapidsudfs.functions.numbers

import ai.rapids.cudf.{ColumnVector, DType}
import ai.rapids.cudf.ast._
import io.github.rapidsudfs.core._
import org.apache.spark.sql.api.java.UDF2

import java.lang.{Byte => JByte}

/** Addition of bytes that stops at the ends of their range. */
final class SatAdd
    extends Udf2[JByte, JByte, JByte]
    with UDF2[JByte, JByte, JByte]
    with ScalaForm
    with Resources {
  override def signature(): Signature = SatAdd.signature

  override protected def row(a: JByte, b: JByte): JByte = {
    val sum = a.intValue + b.intValue
    math.max(Byte.MinValue.toInt, math.min(Byte.MaxValue.toInt, sum)).toByte
  }

  override protected def columnar(a: ColumnVector, b: ColumnVector): ColumnVector =
    withResource(Fused.compute(SatAdd.Tree.saturated, a, b))(_.castTo(DType.INT8))
}

object SatAdd {
  val signature: Signature = Signature
    .named("sat_add")
    .in(Category.NUMBERS)
    .takes("a", "tinyint")
    .takes("b", "tinyint")
    .returns("tinyint")
    .nulls(NullRule.ANY_NULL_PROPAGATED)
    .summary("Adds two bytes; a sum out of range becomes the nearest byte")
    .description("Sums above 127 give 127 and sums below -128 give -128.")
    .example("sat_add(100Y, 100Y)", "127")
    .example("sat_add(-100Y, 27Y)", "-73")
    .since("0.1.0")

  private object Tree {

    /** The sum less what it is above 127 or below -128. */
    val saturated: AstExpression = {
      val sum = Fused.add(wide(Fused.column(0)), wide(Fused.column(1)))
      val above = excess(sum, BinaryOperator.GREATER, Byte.MaxValue.toLong)
      val below = excess(sum, BinaryOperator.LESS, Byte.MinValue.toLong)
      Fused.subtract(Fused.subtract(sum, above), below)
    }

    private def excess(sum: AstExpression, beyond: BinaryOperator, end: Long): AstExpression = {
      val isBeyond = new BinaryOperation(beyond, sum, Literal.ofLong(end))
      Fused.multiply(wide(isBeyond), Fused.subtract(sum, Literal.ofLong(end)))
    }

    private def wide(a: AstExpression): AstExpression = Fused.of(UnaryOperator.CAST_TO_INT64, a)
  }
}
