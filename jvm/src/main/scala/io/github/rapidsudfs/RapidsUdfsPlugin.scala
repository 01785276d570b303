// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs

import com.codahale.metrics.{Gauge, MetricRegistry}
import io.github.rapidsudfs.metrics.{Counters, TaskWork, WorkTotals}
import org.apache.spark.api.plugin.{DriverPlugin, ExecutorPlugin, PluginContext, SparkPlugin}
import org.apache.spark.SparkContext
import org.apache.spark.sql.rapidsudfs.UdfWork

import java.util.{Map => JMap}
import java.util.function.Supplier

/** Metrics of every function for a whole application:
  * `spark.plugins=io.github.rapidsudfs.RapidsUdfsPlugin`.
  *
  * Each task's sums reach the driver with its result. Each executor also has them in Spark's metric
  * registry, from which Prometheus and the other sinks take them, as `plugin.<this
  * class>.<function>.<way>.<measure>`: these cover its process, including work whose result was
  * lost.
  */
class RapidsUdfsPlugin extends SparkPlugin {
  private val Accumulator = "accumulator"

  override def driverPlugin(): DriverPlugin = new DriverPlugin {
    override def init(sc: SparkContext, context: PluginContext): JMap[String, String] =
      JMap.of(Accumulator, UdfWork.begin(sc))

    override def shutdown(): Unit = UdfWork.end()
  }

  override def executorPlugin(): ExecutorPlugin = new ExecutorPlugin {
    override def init(context: PluginContext, settings: JMap[String, String]): Unit = {
      TaskWork.ofApplication(settings.get(Accumulator))
      val registry = context.metricRegistry()
      // Spark skips a registry that is empty at this point.
      gauge(registry, "functions", called)
      Counters.listen((name, sums) => register(registry, name, sums))
    }

    override def shutdown(): Unit = {
      TaskWork.ofApplication(null)
      Counters.listen((_, _) => ())
    }
  }

  /** The number of functions that this process has called. */
  private def called: Long =
    Counters.snapshot().values().stream().filter(_.exists(_ > 0)).count()

  private def register(registry: MetricRegistry, name: String, sums: Supplier[WorkTotals]): Unit =
    Seq[(String, WorkTotals => Long)](
      "calls" -> (_.calls()),
      "rows" -> (_.rows()),
      "nanos" -> (_.nanos()),
      "bytesIn" -> (_.bytesIn()),
      "bytesOut" -> (_.bytesOut()),
      "errors" -> (_.errors())
    ).foreach { case (measure, of) => gauge(registry, s"$name.$measure", of(sums.get())) }

  private def gauge(registry: MetricRegistry, name: String, value: => Long): Unit =
    registry.gauge(
      name,
      () =>
        new Gauge[Any] {
          override def getValue: Any = value
        }
    )
}
