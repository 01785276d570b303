// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs

import io.github.rapidsudfs.metrics.{WorkLedger, WorkLine, WorkTotals}
import org.apache.spark.ui.{SparkUI, SparkUITab, UIUtils}

import scala.collection.JavaConverters._
import scala.xml.Node

/** The tab "RAPIDS UDFs" of Spark's UI: the current sums in total, per executor and query. */
class UdfTab(ui: SparkUI, lines: () => Map[WorkLine, WorkTotals])
    extends SparkUITab(ui, "rapids-udfs") {
  override val name = "RAPIDS UDFs"

  attachPage(new UdfPage(this, lines))
  ui.attachTab(this)
}

private class UdfPage(tab: SparkUITab, lines: () => Map[WorkLine, WorkTotals])
    extends PageOfSparkUI(tab) {
  private val Measures =
    Seq("Calls", "Rows", "Time (s)", "Time/row (ns)", "Bytes in", "Bytes out", "Errors")

  override protected def title: String = tab.name

  override protected def content(root: String): Seq[Node] = {
    val counted = lines()
    if (counted.isEmpty) <p>No function has been called in a task that has ended.</p>
    else
      <p>
        Row-wise time is estimated from a sample of the calls. Columnar calls are batches; their time
        is that of the call on the CPU, and bytes are those of device memory.
      </p> ++
        table(counted, "All queries")() ++
        table(counted, "Executors", "Executor")(line => Seq(text(line.executor()))) ++
        table(counted, "Queries", "Query")(line => Seq(query(root, line.execution())))
  }

  private def text(value: String): (String, Seq[Node]) = value -> <span>{value}</span>

  private def query(root: String, id: Long): (String, Seq[Node]) = id match {
    case WorkLedger.EARLIER => text("earlier ones")
    case other if other < 0 => text("outside of SQL")
    case execution => f"$execution%020d" -> <a href={s"$root/SQL/execution/?id=$id"}>{execution}</a>
  }

  /** Sums by function, way of execution and further keys, each a sort key and a cell. */
  private def table(counted: Map[WorkLine, WorkTotals], title: String, more: String*)(
      keys: WorkLine => Seq[(String, Seq[Node])] = _ => Nil
  ): Seq[Node] = {
    val sums = counted.toSeq
      .map { case (line, work) =>
        (keys(line) :+ text(line.function()) :+ text(line.where().toString)) -> work
      }
      .groupBy { case (cells, _) => cells.map(_._1) }
      .values
      .map(same => (same.head._1, same.map(_._2).reduce(_ plus _)))
      .toSeq
      .sortBy { case (cells, _) => cells.map(_._1).mkString("\u0000") }
    <h4>{title}</h4> ++ UIUtils.listingTable(
      more ++ Seq("Function", "Where") ++ Measures,
      (row: (Seq[(String, Seq[Node])], WorkTotals)) => tableRow(row._1, row._2),
      sums
    )
  }

  private def tableRow(cells: Seq[(String, Seq[Node])], work: WorkTotals): Seq[Node] = {
    val perRow = if (work.rows() == 0) 0L else work.nanos() / work.rows()
    <tr>
      {cells.map { case (key, cell) => <td sorttable_customkey={key}>{cell}</td> }}
      {number(work.calls())}
      {number(work.rows())}
      <td sorttable_customkey={work.nanos().toString}>{f"${work.nanos() / 1e9}%,.3f"}</td>
      {number(perRow)}
      {number(work.bytesIn())}
      {number(work.bytesOut())}
      {number(work.errors())}
    </tr>
  }

  private def number(value: Long): Seq[Node] =
    <td sorttable_customkey={value.toString}>{f"$value%,d"}</td>
}

object UdfTab {

  /** Adds the tab to the UI of a running application, if it has one. */
  def attach(ui: Option[SparkUI], ledger: WorkLedger): Unit =
    ui.foreach(new UdfTab(_, () => ledger.lines().asScala.toMap))
}
