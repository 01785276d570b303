// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs.python

private[python] object PythonTimes {
  def date(days: Int): AnyRef = ???
  def local(micros: Long): AnyRef = ???
  def naive(micros: Long): AnyRef = ???
  def epochDay(v: Any): Int = ???
  def instant(v: Any): Long = ???
  def naiveMicros(v: Any): Long = ???
}
