// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.registry

import org.apache.spark.sql.catalyst.FunctionIdentifier
import org.apache.spark.sql.catalyst.analysis.FunctionRegistry

/** The names of functions in Spark's registries: from Spark 4.2 on builtins, which functions of
  * extensions are, and temporary functions have a namespace each; before they have none.
  */
object FunctionNames {
  private lazy val areQualified =
    FunctionRegistry.builtin.listFunction().headOption.exists(_.catalog.isDefined)

  def builtin(name: String): FunctionIdentifier = in("builtin", name)

  def temporary(name: String): FunctionIdentifier = in("session", name)

  private def in(namespace: String, name: String) =
    if (areQualified) FunctionIdentifier(name, Some(namespace), Some("system"))
    else FunctionIdentifier(name)
}
