package io.github.rapidsudfs.functions.text

import ai.rapids.cudf.{ColumnVector, DType}
import ai.rapids.cudf.ast._
import io.github.rapidsudfs.core._
import org.apache.spark.sql.api.java.UDF1

import java.lang.{Byte => JByte}

/** The digit that makes a number pass Luhn's test when it is appended. */
final class LuhnDigit
    extends Udf1[String, JByte]
    with UDF1[String, JByte]
    with ScalaForm
    with Resources {
  override def signature(): Signature = LuhnDigit.signature

  override protected def row(number: String): JByte = {
    val sum = Luhn.sum(number, true)
    if (sum < 0) null else ((10 - sum % 10) % 10).toByte
  }

  override protected def columnar(number: ColumnVector): ColumnVector =
    withResource(Luhn.sum(number, true)) { sum =>
      withResource(Fused.compute(LuhnDigit.Tree.digit, sum))(_.castTo(DType.INT8))
    }
}

object LuhnDigit {
  val signature: Signature = Signature
    .named("luhn_digit")
    .in(Category.TEXT)
    .takes("number", "string")
    .returns("tinyint")
    .nulls(NullRule.ANY_NULL_PROPAGATED)
    .summary("The Luhn check digit to put at the end of a number")
    .description(
      "The digits are 0 to 9 of ASCII, any number of them. Anything else in the string, a blank or" +
        " a hyphen too, gives null, and so does an empty string."
    )
    .example("luhn_digit('7992739871')", "3")
    .example("luhn_digit('7992-7398-71')", "NULL")
    .since("0.1.0")

  private object Tree {
    val digit: AstExpression = {
      val ten = Literal.ofLong(10L)
      val last = new BinaryOperation(BinaryOperator.MOD, Fused.column(0), ten)
      new BinaryOperation(BinaryOperator.MOD, Fused.subtract(ten, last), ten)
    }
  }
}
