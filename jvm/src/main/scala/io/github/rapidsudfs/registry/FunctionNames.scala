// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.registry

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.FunctionIdentifier
import org.apache.spark.sql.catalyst.analysis.FunctionRegistry

import java.util.Locale
import scala.util.Try

/** The names of functions in Spark's registries. From Spark 4.2 on, builtins (including functions
  * of extensions) and temporary functions have separate namespaces; before, there are none.
  */
object FunctionNames {

  /** Spark 4.2's setting for the order in which functions are looked up. */
  val Order = "spark.sql.functionResolution.sessionOrder"

  private lazy val areQualified =
    FunctionRegistry.builtin.listFunction().headOption.exists(_.catalog.isDefined)

  def builtin(name: String): FunctionIdentifier = in("builtin", name)

  def temporary(name: String): FunctionIdentifier = in("session", name)

  def isBuiltin(name: String): Boolean = FunctionRegistry.builtin.functionExists(builtin(name))

  /** Returns whether calls of a name would not find a session's temporary function of a class:
    * Spark 4.2 looks for builtins first, unless the session's settings say otherwise.
    */
  def isHidden(spark: SparkSession, name: String, className: String): Boolean = {
    val conf = SessionInternals.conf(spark)
    Try(conf.getConfString(Order)).toOption.exists(_.toLowerCase(Locale.ROOT) != "first") &&
    SessionInternals
      .functionRegistry(spark)
      .lookupFunction(builtin(name))
      .exists(_.getClassName != className)
  }

  private def in(namespace: String, name: String) =
    if (areQualified) FunctionIdentifier(name, Some(namespace), Some("system"))
    else FunctionIdentifier(name)
}
