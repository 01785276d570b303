// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs.python

import org.apache.spark.sql.types._

/** Warnings about surely unintended conversions of a compiled function's results. */
private[python] object PythonHints {

  def of(target: PythonTarget): Seq[String] = target.compiled.hints.flatMap { returned =>
    lost(returned.python, target).map(what => s"line ${returned.line}: $what")
  }.distinct

  /** By class of the result and declared type; only if all values of the class become NULL. */
  private def lost(python: String, target: PythonTarget): Option[String] = {
    val isNull = target.isPickled && (target.dataType match {
      case _: IntegralType => Set("float", "str", "bool")(python)
      case _: FractionalType if !target.dataType.isInstanceOf[DecimalType] =>
        Set("int", "str", "bool")(python)
      case _: DecimalType => Set("int", "float", "str", "bool")(python)
      case BooleanType    => Set("int", "float", "str")(python)
      case _: ArrayType   => Set("int", "float", "str", "bool", "set")(python)
      case _              => false
    })
    if (isNull)
      Some(s"returns $python for ${target.dataType.sql}: Spark turns it into NULL")
    else None
  }
}
