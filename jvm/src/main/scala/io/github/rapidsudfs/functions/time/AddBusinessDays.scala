package io.github.rapidsudfs.functions.time

import ai.rapids.cudf.{BinaryOp, ColumnVector, DType, Scalar}
import ai.rapids.cudf.ast._
import io.github.rapidsudfs.core._
import org.apache.spark.sql.api.java.UDF2

import java.time.LocalDate

/** A date so many business days later or earlier.
  *
  * Business days are numbered from a Monday long ago, five a week; a Saturday and a Sunday have the
  * number of the Monday after them.
  */
final class AddBusinessDays
    extends Udf2[LocalDate, Integer, LocalDate]
    with UDF2[LocalDate, Integer, LocalDate]
    with ScalaForm
    with Resources {
  import AddBusinessDays._

  override def signature(): Signature = AddBusinessDays.signature

  override protected def row(start: LocalDate, days: Integer): LocalDate = {
    val since = start.toEpochDay - Monday
    val business = since / 7 * 5 + math.min(since % 7, 5) + days.longValue
    val day = Monday + business / 5 * 7 + business % 5
    if (day.toInt == day) LocalDate.ofEpochDay(day) else null
  }

  override protected def columnar(start: ColumnVector, days: ColumnVector): ColumnVector =
    withResource(epochDays(start, days)) { wide =>
      withResource(wide.castTo(DType.INT32)) { narrow =>
        withResource(narrow.binaryOp(BinaryOp.EQUAL, wide, DType.BOOL8)) { fits =>
          withResource(narrow.bitCastTo(DType.TIMESTAMP_DAYS)) { dates =>
            withResource(Scalar.fromNull(DType.TIMESTAMP_DAYS))(fits.ifElse(dates, _))
          }
        }
      }
    }

  private def epochDays(start: ColumnVector, days: ColumnVector): ColumnVector =
    withResource(start.castTo(DType.INT64))(Fused.compute(Tree.epochDay, _, days))
}

object AddBusinessDays {
  val signature: Signature = Signature
    .named("add_business_days")
    .in(Category.TIME)
    .takes("start", "date")
    .takes("days", "int")
    .returns("date")
    .nulls(NullRule.ANY_NULL_PROPAGATED)
    .summary("The date so many days from Monday to Friday later, or earlier where negative")
    .description(
      "A start on a Saturday or Sunday first becomes the Monday after it, also for 0 and for" +
        " negative numbers. Knows no holidays. A result out of the range of dates gives null."
    )
    .example("add_business_days(DATE '2024-03-01', 1)", "2024-03-04")
    .example("add_business_days(DATE '2024-03-02', -1)", "2024-03-01")
    .since("0.1.0")

  /** A Monday (epoch day -3 is one) so long ago that all numbers are positive and quotients need no
    * rounding down.
    */
  private val Monday = -3L - 7L * (1L << 40)

  private object Tree {
    import Fused.{add, column, divide, equal, multiply, subtract}

    val epochDay: AstExpression = {
      val since = subtract(column(0), Literal.ofLong(Monday))
      val weekday = new BinaryOperation(BinaryOperator.MOD, since, Literal.ofLong(7))
      val isSunday = wide(equal(weekday, Literal.ofLong(6)))
      val first = multiply(divide(since, Literal.ofLong(7)), Literal.ofLong(5))
      val business = add(add(first, subtract(weekday, isSunday)), wide(column(1)))
      // Two more for each full week.
      val weekends = multiply(divide(business, Literal.ofLong(5)), Literal.ofLong(2))
      add(add(business, weekends), Literal.ofLong(Monday))
    }

    private def wide(a: AstExpression): AstExpression = Fused.of(UnaryOperator.CAST_TO_INT64, a)
  }
}
