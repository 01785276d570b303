// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs.python

import io.github.rapidsudfs.python.Utf8Codec
import org.apache.spark.unsafe.Platform
import org.apache.spark.unsafe.types.UTF8String

import java.nio.charset.StandardCharsets.UTF_8

/** Conversions of strings from and to Spark. */
object PythonText {

  /** Spark's string as Java's, without the copy of its bytes that `toString` makes. */
  def string(s: UTF8String): String = s.getBaseObject match {
    case bytes: Array[Byte] =>
      new String(bytes, (s.getBaseOffset - Platform.BYTE_ARRAY_OFFSET).toInt, s.numBytes, UTF_8)
    case _ => s.toString
  }

  /** Python's string in UTF-8. */
  def utf8(s: String): UTF8String = UTF8String.fromBytes(Utf8Codec.encode(s))

  /** A string that UTF-8 can encode. */
  def checked(s: String): String = {
    Utf8Codec.encode(s)
    s
  }
}
