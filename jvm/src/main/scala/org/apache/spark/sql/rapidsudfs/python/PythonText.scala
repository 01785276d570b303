// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs.python

import io.github.rapidsudfs.python.{PyError, PyType}
import org.apache.spark.unsafe.types.UTF8String

/** Texts on their way to Spark. */
object PythonText {

  /** Python's text in UTF-8. */
  def utf8(s: String): UTF8String = UTF8String.fromString(checked(s))

  /** A text that UTF-8 can encode. */
  def checked(s: String): String = {
    var i = 0
    while (i < s.length) {
      val c = s.charAt(i)
      if (Character.isSurrogate(c)) {
        val isPair = Character.isHighSurrogate(c) && i + 1 < s.length &&
          Character.isLowSurrogate(s.charAt(i + 1))
        if (isPair) i += 1
        else
          throw PyError.withText(
            PyType.named("UnicodeEncodeError"),
            f"'utf-8' codec can't encode character '\\u${c.toInt}%04x' in position $i: surrogates not allowed"
          )
      }
      i += 1
    }
    s
  }
}
