// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs

import org.apache.spark.{SparkContext, SparkEnv, SparkException}
import org.apache.spark.scheduler.ExecutorCacheTaskLocation
import org.apache.spark.storage.BlockManagerId

import java.util.concurrent.TimeoutException
import scala.concurrent.Await
import scala.concurrent.duration._

/** Runs a function in every process of an application: the driver and all live executors.
  *
  * Spark sends a task to its preferred executor, but to another one if that is busy for
  * `spark.locality.wait`. Each answer therefore names its executor, and executors without an answer
  * are asked again. In this package because the executors' identities are private to Spark.
  */
object EachProcess {
  private val Patience = 60.seconds
  private val Pause = 100.millis

  /** The answers by executor id, the driver's as `driver`; in local mode only the driver's. The
    * question and its result are serializable. Throws an IllegalStateException if an executor's
    * cores have been busy for a minute.
    */
  def ask[T](
      sc: SparkContext,
      question: () => T,
      patience: FiniteDuration = Patience
  ): Map[String, T] = {
    val deadline = patience.fromNow
    var answers = Map(SparkContext.DRIVER_IDENTIFIER -> question())
    var silent = executors(sc)
    while (silent.nonEmpty) {
      answers ++= askOnce(sc, silent, question, deadline)
      // Executors come and go: the counts of a lost one are gone, a new one has none yet.
      silent = executors(sc).filterNot(e => answers.contains(e.executorId))
      if (silent.nonEmpty) {
        if (deadline.isOverdue()) throw noAnswer(silent, patience)
        Thread.sleep(Pause.toMillis)
      }
    }
    answers
  }

  private def noAnswer(silent: Seq[BlockManagerId], patience: FiniteDuration): Exception = {
    val whom = silent.map(e => s"executor ${e.executorId} on ${e.host}").mkString(", ")
    new IllegalStateException(
      s"no answer from $whom within ${patience.toSeconds} s: ask again when no other query runs"
    )
  }

  private def executors(sc: SparkContext): Seq[BlockManagerId] =
    if (sc.isLocal) Nil
    else sc.env.blockManager.master.getMemoryStatus.keys.filterNot(_.isDriver).toSeq

  private def askOnce[T](
      sc: SparkContext,
      whom: Seq[BlockManagerId],
      question: () => T,
      deadline: Deadline
  ): Seq[(String, T)] = {
    val places = whom.map(e => ((), Seq(ExecutorCacheTaskLocation(e.host, e.executorId).toString)))
    val job = sc.makeRDD(places).map(_ => (SparkEnv.get.executorId, question())).collectAsync()
    try Await.result(job, deadline.timeLeft.max(Pause))
    catch {
      case _: TimeoutException => Nil
      // An executor that is lost during the question; the others are asked again.
      case e: SparkException if e.getMessage.contains("ExecutorLostFailure") => Nil
    } finally job.cancel()
  }

  /** A call of a static method by name, for classes unknown to this library. */
  def call(className: String, method: String): () => String = () =>
    String.valueOf(
      Class
        .forName(className, true, ClassLoader.getSystemClassLoader)
        .getMethod(method)
        .invoke(null)
    )
}
