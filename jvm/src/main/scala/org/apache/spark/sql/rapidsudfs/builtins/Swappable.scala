// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs.builtins

import org.apache.spark.sql.catalyst.expressions.{Expression, ScalaUDF}
import org.apache.spark.sql.internal.SQLConf

/** An expression of this library that knows its own call in columns: a twin is not needed. */
trait Swappable extends Expression {

  /** The call of a columnar body in its place; None if it stays row-wise. */
  def inColumns(conf: SQLConf): Option[ScalaUDF]

  /** The row-wise call, for a columnar one that the plugin has left on the CPU. */
  def inRows: Expression
}
