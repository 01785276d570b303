// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs

import io.github.rapidsudfs.metrics.TaskWork
import org.apache.spark.scheduler._
import org.apache.spark.SparkContext

import java.util.concurrent.{ConcurrentHashMap, CountDownLatch, TimeUnit}
import java.util.concurrent.atomic.AtomicInteger

/** The jobs that start while a tracker is active: those with its packed accumulator, others. */
private[rapidsudfs] final class TrackedJobs(packed: String) extends SparkListener {
  private val running = ConcurrentHashMap.newKeySet[Int]()
  private val ofOthers = new AtomicInteger

  def others: Int = ofOthers.get

  def unfinished: Int = running.size

  override def onJobStart(start: SparkListenerJobStart): Unit = {
    val tracked = Option(start.properties).flatMap(p => Option(p.getProperty(TaskWork.PROPERTY)))
    if (tracked.exists(_.split(",").contains(packed))) running.add(start.jobId)
    else ofOthers.incrementAndGet()
  }

  override def onJobEnd(end: SparkListenerJobEnd): Unit =
    if (end.jobResult == JobSucceeded) running.remove(end.jobId)

  override def onOtherEvent(event: SparkListenerEvent): Unit = event match {
    case mark: TrackedJobs.Mark => mark.reached.countDown()
    case _                      =>
  }

  /** Waits for the events of jobs that have begun. */
  def awaitEvents(sc: SparkContext): Unit = {
    val mark = new TrackedJobs.Mark
    sc.listenerBus.post(mark)
    mark.reached.await(10, TimeUnit.SECONDS)
  }
}

private object TrackedJobs {

  /** Comes after all events before it. */
  private final class Mark extends SparkListenerEvent {
    val reached = new CountDownLatch(1)
    override protected[spark] def logEvent: Boolean = false
  }
}
