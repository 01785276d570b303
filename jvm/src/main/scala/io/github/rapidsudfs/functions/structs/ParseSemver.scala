package io.github.rapidsudfs.functions.structs

import ai.rapids.cudf.{BinaryOp, ColumnVector, ColumnView, DType, Scalar}
import ai.rapids.cudf.ast._
import io.github.rapidsudfs.core._
import io.github.rapidsudfs.functions.text.MatchedNumbers
import org.apache.spark.sql.Row
import org.apache.spark.sql.api.java.UDF1

/** The three numbers of a version. */
final class ParseSemver
    extends Udf1[String, Row]
    with UDF1[String, Row]
    with ScalaForm
    with Resources {
  import ParseSemver._

  override def signature(): Signature = ParseSemver.signature

  override protected def row(text: String): Row = {
    val majorEnd = numberEnd(text, 0)
    val minorEnd = numberEnd(text, majorEnd + 1)
    val patchEnd = numberEnd(text, minorEnd + 1)
    if (isAt(text, majorEnd, '.') && isAt(text, minorEnd, '.') && patchEnd == text.length) {
      val major = number(text, 0, majorEnd)
      val minor = number(text, majorEnd + 1, minorEnd)
      val patch = number(text, minorEnd + 1, patchEnd)
      // The bits of all three together: they are within int if, and only if, each is.
      if ((major | minor | patch) <= Int.MaxValue) Row(major.toInt, minor.toInt, patch.toInt)
      else null
    } else null
  }

  override protected def columnar(text: ColumnVector): ColumnVector =
    withResource(MatchedNumbers.of(text, Pattern)) { numbers =>
      withResource(withinInt(numbers)) { valid =>
        withResource(Scalar.fromNull(DType.INT32)) { none =>
          withResource(field(numbers, 0, valid, none)) { major =>
            withResource(field(numbers, 1, valid, none)) { minor =>
              withResource(field(numbers, 2, valid, none)) { patch =>
                struct(major, minor, patch)
              }
            }
          }
        }
      }
    }

  /** Whether all three numbers are; null where there are none. */
  private def withinInt(numbers: MatchedNumbers): ColumnVector =
    Fused.compute(Tree.withinInt, numbers.group(0), numbers.group(1), numbers.group(2))

  /** Null wherever the struct is: whoever takes a field of a struct does not ask the struct. */
  private def field(
      numbers: MatchedNumbers,
      index: Int,
      valid: ColumnVector,
      none: Scalar
  ): ColumnVector =
    withResource(numbers.group(index).bitCastTo(DType.INT32)) { number =>
      valid.ifElse(number, none)
    }

  private def struct(major: ColumnVector, minor: ColumnVector, patch: ColumnVector): ColumnVector =
    withResource(ColumnView.makeStructView(major, minor, patch)) { fields =>
      fields.mergeAndSetValidity(BinaryOp.BITWISE_AND, major)
    }
}

object ParseSemver {
  val signature: Signature = Signature
    .named("parse_semver")
    .in(Category.STRUCTS)
    .takes("version", "string")
    .returns("struct<major:int,minor:int,patch:int>")
    .nulls(NullRule.ANY_NULL_PROPAGATED)
    .summary("Major, minor and patch number of a version")
    .description(
      "Strict: three numbers without leading zeros or signs, joined by dots, each within int." +
        " Anything else gives null, a version with a pre-release or build suffix too."
    )
    .example("parse_semver('1.22.333')", "{1, 22, 333}")
    .example("parse_semver('1.22.333').minor", "22")
    .example("parse_semver('1.22.333-rc.1')", "NULL")
    .since("0.1.0")

  /** All ints and some more, which fit 32 unsigned bits and are sorted out later. */
  private val Number = "(0|[1-9][0-9]{0,8}|[1-3][0-9]{9})"
  private val Pattern = s"$Number\\.$Number\\.$Number"

  private val MaxDigits = 10

  private object Tree {
    val withinInt: AstExpression = {
      val bits = or(or(Fused.column(0), Fused.column(1)), Fused.column(2))
      val most = Literal.ofLong(Int.MaxValue.toLong)
      new BinaryOperation(
        BinaryOperator.LESS_EQUAL,
        Fused.of(UnaryOperator.CAST_TO_INT64, bits),
        most
      )
    }

    private def or(a: AstExpression, b: AstExpression): AstExpression =
      new BinaryOperation(BinaryOperator.BITWISE_OR, a, b)
  }

  /** Where the number that starts at `from` ends; −1, which is no end, where there is none. */
  private def numberEnd(text: String, from: Int): Int = {
    var at = from
    while (isDigit(text, at)) at += 1
    val digits = at - from
    if (digits == 0 || digits > MaxDigits || (digits > 1 && text.charAt(from) == '0')) -1 else at
  }

  private def number(text: String, from: Int, end: Int): Long = {
    var value = 0L
    var at = from
    while (at < end) {
      value = value * 10 + (text.charAt(at) - '0')
      at += 1
    }
    value
  }

  private def isDigit(text: String, at: Int): Boolean =
    at < text.length && text.charAt(at) >= '0' && text.charAt(at) <= '9'

  private def isAt(text: String, at: Int, c: Char): Boolean =
    at >= 0 && at < text.length && text.charAt(at) == c
}
