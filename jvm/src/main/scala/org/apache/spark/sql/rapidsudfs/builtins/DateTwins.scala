// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs.builtins

import ai.rapids.cudf.DType
import io.github.rapidsudfs.builtins
import io.github.rapidsudfs.builtins._
import io.github.rapidsudfs.columns.ColumnMath
import org.apache.spark.sql.catalyst.{expressions => spark}
import org.apache.spark.sql.catalyst.expressions.{Expression, Literal}
import org.apache.spark.sql.catalyst.util.DateTimeUtils
import org.apache.spark.sql.types.TimestampType
import org.apache.spark.unsafe.types.UTF8String

import java.time.ZoneOffset
import scala.util.Try

/** Builtins on dates and times. */
private[builtins] object DateTwins {
  private object DayOfWeek {
    def unapply(day: UTF8String): Option[Int] =
      Try(DateTimeUtils.getDayOfWeekFromString(day)).toOption
  }

  private object Unit {
    def unapply(name: String): Option[TimestampUnit] = Try(TimestampUnit.named(name)).toOption
  }

  private object Offset {
    def unapply(zone: String): Option[ZoneOffset] =
      Try(DateTimeUtils.getZoneId(zone).normalized()).toOption.collect { case o: ZoneOffset => o }
  }

  private def isTimestamp(e: Expression) = e.dataType == TimestampType

  val all: Seq[Twin] = Seq(
    Twin.whole[spark.UnixDate]("unix_date")(
      new PlainBody(args => ColumnMath.bitCast(args(0), DType.INT32))
    ),
    Twin.whole[spark.DateFromUnixDate]("date_from_unix_date")(
      new PlainBody(args => ColumnMath.bitCast(args(0), DType.TIMESTAMP_DAYS))
    ),
    Twin.whole[spark.UnixSeconds]("unix_seconds")(
      new PlainBody(args => UnixTime.units(args(0), 1000000))
    ),
    Twin.whole[spark.UnixMillis]("unix_millis")(
      new PlainBody(args => UnixTime.units(args(0), 1000))
    ),
    Twin.whole[spark.UnixMicros]("unix_micros")(
      new PlainBody(args => ColumnMath.bitCast(args(0), DType.INT64))
    ),
    Twin.of[spark.SecondWithFraction]("extract") {
      case spark.SecondWithFraction(at, Some(Offset(zone)))
          if isTimestamp(at) && zone.getTotalSeconds % 60 == 0 =>
        Covered(new PlainBody(args => UnixTime.secondsOfMinute(args(0))), at)
    },
    Twin.whole[spark.YearOfWeek]("extract")(
      new PlainBody(args => Calendar.yearOfWeek(args(0)))
    ),
    Twin.whole[spark.WeekOfYear]("weekofyear")(
      new PlainBody(args => Calendar.weekOfYear(args(0)))
    ),
    Twin.of[spark.NextDay]("next_day") { case spark.NextDay(date, Literal(DayOfWeek(day), _), _) =>
      Covered(new builtins.NextDay(day), date)
    },
    Twin.of[spark.MakeDate]("make_date") { case spark.MakeDate(year, month, day, failOnError) =>
      val days: PlainBody.Columnar = args => Dates.make(args(0), args(1), args(2))
      Covered(new DateBody(days, failOnError), year, month, day)
    },
    Twin.whole[spark.AddMonths]("add_months")(
      new DateBody(args => Dates.addMonths(args(0), args(1)), false)
    ),
    Twin.of[spark.TimestampAdd]("timestampadd") {
      case spark.TimestampAdd(Unit(unit), number, at, Some(Offset(ZoneOffset.UTC)))
          if isTimestamp(at) =>
        Covered(new builtins.TimestampAdd(unit), number, at)
    },
    Twin.of[spark.TimestampDiff]("timestampdiff") {
      case spark.TimestampDiff(Unit(unit), from, to, Some(Offset(ZoneOffset.UTC)))
          // Spark's parser takes this unit, and its function refuses it.
          if unit != TimestampUnit.DAYOFYEAR && isTimestamp(from) && isTimestamp(to) =>
        Covered(new builtins.TimestampDiff(unit), from, to)
    }
  )
}
