// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs

import io.github.rapidsudfs.metrics.WorkLedger
import org.apache.spark.scheduler.{SparkListener, SparkListenerTaskEnd}
import org.apache.spark.SparkConf
import org.apache.spark.status.{AppHistoryServerPlugin, ElementTrackingStore}
import org.apache.spark.ui.SparkUI

import scala.collection.JavaConverters._

/** The tab in the history server, which finds this class in `META-INF/services`. Each task's sums
  * are in the event log, like those of any named accumulator.
  */
class UdfHistory extends AppHistoryServerPlugin {
  override def createListeners(conf: SparkConf, store: ElementTrackingStore): Seq[SparkListener] = {
    val ledger = UdfWork.newLedger(conf)
    store.onFlush {
      if (!ledger.lines().isEmpty) {
        val stored = new StoredWork
        stored.json = ledger.json()
        store.write(stored)
      }
    }
    Seq(new SparkListener {
      override def onTaskEnd(end: SparkListenerTaskEnd): Unit =
        for {
          sums <- end.taskInfo.accumulables if sums.name.contains(UdfWork.Name)
          update <- sums.update
        } ledger.add(update.toString)
    })
  }

  override def setupUI(ui: SparkUI): Unit =
    if (ui.store.store.count(classOf[StoredWork]) > 0) {
      val ledger = new WorkLedger(Int.MaxValue)
      ledger.add(ui.store.store.read(classOf[StoredWork], StoredWork.ID).json)
      new UdfTab(ui, () => ledger.lines().asScala.toMap)
    }
}
