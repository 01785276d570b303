package io.github.rapidsudfs.registry

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.analysis.FunctionRegistry

/** The differences between Spark's lines: this is the variant for Spark 3.5. */
private[rapidsudfs] object SessionInternals {

  /** The functions of one session. */
  def functionRegistry(spark: SparkSession): FunctionRegistry =
    spark.sessionState.functionRegistry
}
