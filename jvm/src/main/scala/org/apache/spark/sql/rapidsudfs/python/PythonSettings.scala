// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs.python

import org.apache.spark.sql.internal.SQLConf

import java.util.Locale
import scala.util.Try

/** A session's settings for Python UDFs. An invalid value is an `IllegalArgumentException` that
  * names the setting.
  */
object PythonSettings {
  val Compiling = "spark.rapidsUdfs.pythonUdfs"
  val InColumns = "spark.rapidsUdfs.pythonUdfs.columns"
  val OddShare = "spark.rapidsUdfs.pythonUdfs.oddShare"
  val LargestGroup = "spark.rapidsUdfs.pythonUdfs.largestGroup"

  /** Whether UDFs are compiled. */
  object Mode extends Enumeration {
    val off, compile, require = Value
  }

  /** The selection of compiled UDFs that run in columns. */
  object Columns extends Enumeration {
    val auto, always, never = Value
  }

  /** The main setting; unless it is off, the others are read too, so that a mistake in them shows
    * in the first query, with or without the plugin.
    */
  def mode(conf: SQLConf): Mode.Value = {
    val found = oneOf(conf, Compiling, Mode)(Mode.off)
    if (found != Mode.off) {
      columns(conf)
      oddShare(conf)
      largestGroup(conf)
    }
    found
  }

  def columns(conf: SQLConf): Columns.Value = oneOf(conf, InColumns, Columns)(Columns.auto)

  /** The share of odd rows in a batch above which the row body computes the whole batch. */
  def oddShare(conf: SQLConf): Double =
    read(conf, OddShare, "from 0 to 1", 0.2) { text =>
      Try(text.toDouble).toOption.filter(share => share >= 0 && share <= 1)
    }

  /** The most rows that a group of an aggregate may have. */
  def largestGroup(conf: SQLConf): Int =
    read(conf, LargestGroup, "a number of rows above 0", 1000000) { text =>
      Try(text.toInt).toOption.filter(_ > 0)
    }

  private def oneOf(conf: SQLConf, key: String, of: Enumeration)(default: of.Value): of.Value =
    read(conf, key, of.values.mkString(", "), default) { text =>
      of.values.find(_.toString == text.toLowerCase(Locale.ROOT))
    }

  private def read[T](conf: SQLConf, key: String, wanted: String, default: T)(
      parse: String => Option[T]
  ): T = conf.getConfString(key, null) match {
    case null => default
    case text =>
      parse(text).getOrElse {
        throw new IllegalArgumentException(s"$key must be $wanted, not $text")
      }
  }
}
