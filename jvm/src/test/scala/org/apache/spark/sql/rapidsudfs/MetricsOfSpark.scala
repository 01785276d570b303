// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs

import org.apache.spark.SparkEnv

import scala.collection.JavaConverters._

/** Spark's metric registry, which is private to it. */
object MetricsOfSpark {
  def gauges(source: String): Map[String, Any] =
    SparkEnv.get.metricsSystem
      .getSourcesByName(source)
      .flatMap(_.metricRegistry.getGauges.asScala.map { case (name, g) => name -> g.getValue })
      .toMap
}
