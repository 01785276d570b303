// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs.python

import io.github.rapidsudfs.python._

import java.nio.file.{Files, Paths}
import java.time.{DateTimeException, Instant, LocalDateTime, ZoneId, ZoneOffset}

/** Converts between Spark's days and microseconds and Python's `date` and `datetime`.
  *
  * A TIMESTAMP reaches a Python UDF as a naive `datetime` in the zone of the operating system, and
  * a naive one that it returns is read in that zone (`datetime.fromtimestamp`, `time.mktime`).
  */
private[python] object PythonTimes {
  private val EpochOrdinal = 719163L
  private val MicrosOfDay = 86400000000L

  /** The operating system's time zone, which may differ from Java's. */
  lazy val zone: ZoneId = {
    val named = sys.env.get("TZ").map(_.stripPrefix(":")).filter(_.nonEmpty)
    def linked = Option(Paths.get("/etc/localtime"))
      .filter(Files.exists(_))
      .map(_.toRealPath().toString)
      .collect { case path if path.contains("zoneinfo/") => path.split("zoneinfo/", 2)(1) }
    val found = named.orElse(linked).getOrElse("UTC")
    try ZoneId.of(found)
    catch {
      case _: DateTimeException =>
        throw new Unsupported(s"timestamps in the operating system's time zone $found")
    }
  }

  def date(days: Int): PyDate = PyDate.fromOrdinal(days + EpochOrdinal)

  def naive(micros: Long): AnyRef = {
    val day = PyDate.fromOrdinal(Math.floorDiv(micros, MicrosOfDay) + EpochOrdinal)
    DateOps.combine(day, PyTime.ofMicros(Math.floorMod(micros, MicrosOfDay)))
  }

  def local(micros: Long): AnyRef = {
    val seconds = Math.floorDiv(micros, 1000000L)
    val offset = zone.getRules.getOffset(Instant.ofEpochSecond(seconds)).getTotalSeconds
    naive(micros + offset * 1000000L)
  }

  private def attribute(v: Any, name: String): Nothing = throw PyError.attribute(v, name)

  def epochDay(v: Any): Int = v match {
    case date: PyDate => (date.ordinal() - EpochOrdinal).toInt
    case other        => attribute(other, "toordinal")
  }

  def naiveMicros(v: Any): Long = v match {
    case at: PyDateTime =>
      val t = at.time
      ((at.ordinal() - EpochOrdinal) * 86400L + t.hour * 3600L + t.minute * 60L + t.second) *
        1000000L + t.micro
    case other => attribute(other, "tzinfo")
  }

  def instant(v: Any): Long = v match {
    case at: PyDateTime if at.offset != null => naiveMicros(at) - at.offset
    case _                                   => inZone(naiveMicros(v))
  }

  private def inZone(micros: Long): Long = {
    val local = LocalDateTime.ofEpochSecond(Math.floorDiv(micros, 1000000L), 0, ZoneOffset.UTC)
    val offsets = zone.getRules.getValidOffsets(local)
    if (offsets.size != 1)
      throw new Unsupported(s"$local is nonexistent or ambiguous in the time zone $zone")
    micros - offsets.get(0).getTotalSeconds * 1000000L
  }
}
