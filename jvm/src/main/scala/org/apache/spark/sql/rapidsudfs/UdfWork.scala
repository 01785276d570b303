// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs

import io.github.rapidsudfs.metrics.{TaskWork, WorkAccumulator, WorkLedger}
import org.apache.spark.{SparkConf, SparkContext}
import org.apache.spark.util.Utils

/** The work of functions in the tasks of an application, or of a part of its driver code. */
object UdfWork {

  /** The name of each task's sums in the event log. */
  val Name = "rapids-udfs"

  @volatile private var running: Option[(SparkContext, WorkLedger, WorkAccumulator)] = None

  /** Starts counting for an application; the argument for `TaskWork.ofApplication`. */
  def begin(sc: SparkContext): String = {
    val ledger = newLedger(sc.getConf)
    // Spark keeps only weak references to accumulators.
    val accumulator = WorkAccumulator.register(sc, Name, ledger)
    running = Some((sc, ledger, accumulator))
    UdfTab.attach(sc.ui, ledger)
    accumulator.pack()
  }

  def end(): Unit = running = None

  /** The sums of an application that has the plugin. */
  def ofApplication(sc: SparkContext): Option[WorkLedger] =
    running.collect { case (`sc`, ledger, _) => ledger }

  /** The sums of this JVM's application as `WorkLedger.json`; null without the plugin. */
  def json: String = running.map { case (_, ledger, _) => ledger.json() }.orNull

  /** Returns whether jobs of this thread are counted. */
  def isCounted(sc: SparkContext): Boolean =
    ofApplication(sc).isDefined || Option(sc.getLocalProperty(TaskWork.PROPERTY)).exists(_.nonEmpty)

  /** A ledger of as many queries as Spark's UI keeps. The setting by its name and default: its
    * entry has another type since Spark 4.3.
    */
  private[rapidsudfs] def newLedger(conf: SparkConf): WorkLedger =
    new WorkLedger(conf.getInt("spark.sql.ui.retainedExecutions", 1000))

  /** Counts the work of jobs of this thread, and of threads that it starts, until [[stop]]. */
  final class Tracker(sc: SparkContext) {
    require(
      Utils.classForName[Any](classOf[WorkAccumulator].getName, initialize = false) ==
        classOf[WorkAccumulator],
      "the driver must have the library's jar on its class path: name it in spark.jars at the start"
    )
    private val ledger = newLedger(sc.getConf)
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

    private val jobs = new TrackedJobs(packed)

    update(_ :+ packed)
    sc.addSparkListener(jobs)

    /** Stops counting. Call it in the thread that created the tracker. */
    def stop(): Unit = {
      update(_.filterNot(_ == packed))
      jobs.awaitEvents(sc)
      sc.removeSparkListener(jobs)
    }

    /** The jobs of other threads that began meanwhile; their work is not counted. */
    def otherJobs: Int = jobs.others

    /** The counted jobs that have not succeeded: they failed, were cancelled, or still run. */
    def unfinishedJobs: Int = jobs.unfinished

    /** The sums so far, in the format of `WorkLedger.json`. */
    def json(): String = ledger.json()
  }
}
