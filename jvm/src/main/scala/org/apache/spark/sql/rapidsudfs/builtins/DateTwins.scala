package org.apache.spark.sql.rapidsudfs.builtins

import io.github.rapidsudfs.builtins
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.util.DateTimeUtils
import org.apache.spark.unsafe.types.UTF8String

import scala.util.Try

/** Builtins on dates and times. */
private[builtins] object DateTwins {
  private object DayOfWeek {
    def unapply(day: UTF8String): Option[Int] = Try(
      DateTimeUtils.getDayOfWeekFromString(day)
    ).toOption
  }

  val all: Seq[Twin] = Seq(
    Twin.of[UnixDate]("unix_date") { case UnixDate(date) =>
      Covered(new builtins.UnixDate(false), date)
    },
    Twin.of[DateFromUnixDate]("date_from_unix_date") { case DateFromUnixDate(days) =>
      Covered(new builtins.UnixDate(true), days)
    },
    Twin.of[NextDay]("next_day") { case NextDay(date, Literal(DayOfWeek(day), _), _) =>
      Covered(new builtins.NextDay(day), date)
    }
  )
}
