// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs

import io.github.rapidsudfs.core.{TaskWork, WorkAccumulator, WorkLedger}
import org.apache.spark.SparkContext
import org.apache.spark.sql.internal.StaticSQLConf
import org.apache.spark.util.Utils

/** What functions do in the tasks of an application, or of one part of its driver's code. */
object UdfWork {

  /** Under which each task's sums are in the event log. */
  val Name = "rapids-udfs"

  @volatile private var running: Option[(SparkContext, WorkLedger, WorkAccumulator)] = None

  /** Begins to count for a whole application.
    *
    * @return
    *   what its executors pass to `TaskWork.ofApplication`
    */
  def begin(sc: SparkContext): String = {
    val ledger = newLedger(sc)
    // Spark holds accumulators weakly.
    val accumulator = WorkAccumulator.register(sc, Name, ledger)
    running = Some((sc, ledger, accumulator))
    UdfTab.attach(sc.ui, ledger)
    accumulator.pack()
  }

  def end(): Unit = running = None

  /** The sums of an application that has the plugin. */
  def ofApplication(sc: SparkContext): Option[WorkLedger] =
    running.collect { case (`sc`, ledger, _) => ledger }

  /** The sums of the application of this JVM, as `WorkLedger.json`; null if it has no plugin. */
  def json: String = running.map { case (_, ledger, _) => ledger.json() }.orNull

  /** Whether jobs of this thread are counted. */
  def isCounted(sc: SparkContext): Boolean =
    ofApplication(sc).isDefined || Option(sc.getLocalProperty(TaskWork.PROPERTY)).exists(_.nonEmpty)

  private def newLedger(sc: SparkContext) =
    new WorkLedger(sc.getConf.get(StaticSQLConf.UI_RETAINED_EXECUTIONS))

  /** Counts what the jobs of this thread do, and of threads that it starts, until [[stop]]. */
  final class Tracker(sc: SparkContext) {
    require(
      Utils.classForName[Any](classOf[WorkAccumulator].getName, initialize = false) ==
        classOf[WorkAccumulator],
      "the driver must have the library's jar on its class path: name it in spark.jars at the start"
    )
    private val ledger = newLedger(sc)
    private val accumulator = WorkAccumulator.register(sc, null, ledger)
    private val packed = accumulator.pack()

    private def update(change: Seq[String] => Seq[String]): Unit = {
      val now = Option(sc.getLocalProperty(TaskWork.PROPERTY)).toSeq.flatMap(_.split(","))
      val changed = change(now.filter(_.nonEmpty))
      sc.setLocalProperty(
        TaskWork.PROPERTY,
        if (changed.isEmpty) null else changed.mkString(",")
      )
    }

    update(_ :+ packed)

    /** In the thread that began. */
    def stop(): Unit = update(_.filterNot(_ == packed))

    /** The sums so far: see `WorkLedger.json`. */
    def json(): String = ledger.json()
  }
}
