// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.registry

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.analysis.FunctionRegistry
import org.apache.spark.sql.execution.ColumnarRule
import org.apache.spark.sql.internal.SQLConf

/** Differs between release lines: in Spark 4 a session may also be a Connect client's. */
object SessionInternals {

  /** The functions of one session. */
  def functionRegistry(spark: SparkSession): FunctionRegistry =
    spark.sessionState.functionRegistry

  /** The settings of a session. */
  def conf(spark: SparkSession): SQLConf = spark.sessionState.conf

  /** The columnar rules of a session's extensions. */
  def columnarRules(spark: SparkSession): Seq[ColumnarRule] = spark.sessionState.columnarRules
}
