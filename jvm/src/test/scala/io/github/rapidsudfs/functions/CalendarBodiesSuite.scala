// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions

import io.github.rapidsudfs.PatientSuite
import io.github.rapidsudfs.functions.time.{AddMonthsSafe, FiscalYear, Hhmm}

import java.time.{LocalDate, Month}
import scala.util.Random

/** Row-wise bodies with a calendar of their own, against `java.time`. */
class CalendarBodiesSuite extends PatientSuite {
  private val random = new Random(1582)

  /** Every day of leap and other years, about the ends of the known years, and any others. */
  private val days: Seq[LocalDate] = {
    val turns = Seq(-32768, -32767, -401, -400, -1, 0, 1582, 1900, 1970, 2000, 2024, 32767, 32768)
    val whole = turns.flatMap { year =>
      val first = LocalDate.of(year, Month.JANUARY, 1)
      (-31 to 396).map(first.plusDays(_))
    }
    whole ++ Seq.fill(5000)(LocalDate.ofEpochDay(random.nextInt())) ++
      Seq(Int.MinValue, Int.MaxValue).map(LocalDate.ofEpochDay(_))
  }

  test("add_months_safe") {
    val function = new AddMonthsSafe
    val known = (year: Int) => year >= -32767 && year <= 32767
    days.foreach { day =>
      val steps = Seq(0, 1, -1, 12, random.nextInt(2000) - 1000, random.nextInt())
      steps.foreach { months =>
        val end = day.plusMonths(months)
        val expected = if (known(day.getYear) && known(end.getYear)) Some(end) else None
        val got = Option(function.body(day.toEpochDay.toInt, months)).map(d =>
          LocalDate.ofEpochDay(d.toLong)
        )
        assertEquals(got, expected, s"$day, $months")
      }
    }
  }

  test("fiscal_year") {
    val function = new FiscalYear
    for (day <- days; first <- 0 to 13) {
      val year = day.getYear
      val fiscal = if (first > 1 && day.getMonthValue >= first) year + 1 else year
      val known = first >= 1 && first <= 12 && year == year.toShort && fiscal == fiscal.toShort
      val got = Option(function.body(day.toEpochDay.toInt, first)).map(_.toInt)
      assertEquals(got, if (known) Some(fiscal) else None, s"$day, $first")
    }
  }

  test("hhmm") {
    val function = new Hhmm
    for (minute <- Short.MinValue to Short.MaxValue) {
      val known = minute >= 0 && minute < 24 * 60
      val expected = if (known) Some(f"${minute / 60}%02d:${minute % 60}%02d") else None
      assertEquals(Option(function.body(minute.toShort)).map(_.toString), expected, s"$minute")
    }
  }
}
