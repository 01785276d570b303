// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs

import io.github.rapidsudfs.api.TypeKind
import org.apache.spark.sql.catalyst.expressions.{Cast, Expression, Literal}
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.types._

import java.math.BigDecimal
import scala.collection.JavaConverters._
import scala.util.Try

/** The casts that Spark may add to an argument: those that keep its value. */
private[rapidsudfs] object Coercion {

  /** The digits of a decimal that a double keeps. */
  private val DigitsOfDouble = 15

  /** Returns whether Spark would add a cast that can change the argument's value or fail. */
  def loses(argument: Expression, to: DataType): Boolean =
    loses(argument.dataType, to) && !isKept(argument, to)

  /** The end of an error message: the actual type, and the cast to write. */
  def refusal(source: DataType, sql: String, to: DataType): String =
    s"got ${source.sql}, whose value may not fit that type; cast it in the query: " +
      s"CAST($sql AS ${to.sql})${effect(source, to)}"

  /** The effect of that cast on the value. */
  private def effect(from: DataType, to: DataType): String = (from, to) match {
    case (ArrayType(element, _), ArrayType(wanted, _)) => effect(element, wanted)
    case (decimal: DecimalType, wanted: DecimalType) if decimal.scale <= wanted.scale => ""
    case (_: DecimalType | DoubleType | FloatType, wanted: DecimalType) =>
      s", which rounds it to ${wanted.scale} places before the function sees it"
    case (_: DecimalType | DoubleType | FloatType, _: IntegralType) =>
      ", which cuts off its fraction"
    case _ => ""
  }

  private def loses(from: DataType, to: DataType): Boolean = (from, to) match {
    case (a, b) if TypeKind.isNested(a) && a.getClass == b.getClass =>
      val (parts, wanted) = (TypeKind.parts(a).asScala, TypeKind.parts(b).asScala)
      parts.size == wanted.size && parts.zip(wanted).exists { case (p, w) => loses(p, w) }
    case (_: StringType, BinaryType | _: StringType) => false
    case (_: StringType, _: AtomicType)              => true
    case (decimal: DecimalType, DoubleType)          => decimal.precision > DigitsOfDouble
    // Spark considers these casts lossless.
    case (LongType, DoubleType) | (IntegerType | LongType, FloatType) => true
    case (TimestampNTZType, TimestampType)                            => true
    case _ => Cast.canANSIStoreAssign(from, to) && !Cast.canUpCast(from, to)
  }

  /** Returns whether the argument is a constant that the cast keeps. */
  private def isKept(argument: Expression, to: DataType): Boolean =
    argument.foldable && Try {
      val constant = Literal(argument.eval(), argument.dataType)
      constant.value == null || {
        val (before, after) = (text(constant), text(cast(constant, to)))
        to match {
          case _: NumericType => new BigDecimal(before).compareTo(new BigDecimal(after)) == 0
          // A string may leave out the end of a timestamp.
          case _ => after.startsWith(before)
        }
      }
    }.getOrElse(false)

  private def text(value: Expression): String = cast(value, StringType).eval().toString

  private def cast(value: Expression, to: DataType): Cast =
    Cast(value, to, Some(SQLConf.get.sessionLocalTimeZone))
}
