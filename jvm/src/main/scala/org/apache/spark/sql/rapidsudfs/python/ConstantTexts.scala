// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs.python

import org.apache.spark.unsafe.types.UTF8String

import java.util.concurrent.ConcurrentHashMap

/** Strings of a function's source in UTF-8, each encoded once. */
private[python] final class ConstantTexts {
  import ConstantTexts._

  /** The first strings: a few comparisons of references are faster than a lookup in a map. */
  @volatile private var first = Array.empty[Encoded]
  private val all = new ConcurrentHashMap[String, UTF8String]

  def utf8(text: String): UTF8String = {
    val known = first
    var i = 0
    while (i < known.length) {
      if (known(i).text eq text) return known(i).utf8
      i += 1
    }
    val found = all.get(text)
    if (found != null) found else added(text)
  }

  private def added(text: String): UTF8String = synchronized {
    val utf8 = all.computeIfAbsent(text, PythonText.utf8(_))
    if (first.length < Few) first :+= new Encoded(text, utf8)
    utf8
  }
}

private object ConstantTexts {
  val Few = 8

  final class Encoded(val text: String, val utf8: UTF8String)
}
