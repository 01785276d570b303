// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs

import com.fasterxml.jackson.databind.ObjectMapper
import com.nvidia.spark.RapidsUDF
import io.github.rapidsudfs.api.{NullRule, Signature}
import io.github.rapidsudfs.metrics.{Counters, ExecutionPath, WorkLedger, WorkLine, WorkTotals}
import io.github.rapidsudfs.udf.{Probes, Udf1}
import org.apache.spark.sql.api.java.UDF1
import org.apache.spark.sql.rapidsudfs.{CompileRowCalls, MetricsOfSpark}
import org.apache.spark.sql.types.LongType
import org.apache.spark.TaskContext

import java.util.concurrent.Executors
import scala.collection.JavaConverters._

/** What functions did in queries, as it reaches the driver. */
class UdfWorkSuite extends SparkSuite {
  private type Sums = Map[(String, ExecutionPath), WorkTotals]

  private def tracked(code: => Any): WorkLedger = {
    val tracker = RapidsUdfs.track(session())
    try code
    finally tracker.stop()
    val ledger = new WorkLedger(1000)
    ledger.add(tracker.json())
    ledger
  }

  private def sums(ledger: WorkLedger): Sums =
    ledger
      .lines()
      .asScala
      .toSeq
      .groupBy { case (line, _) => (line.function(), line.where()) }
      .map { case (key, lines) => key -> lines.map(_._2).reduce(_ plus _) }

  private def count(rows: Long, text: String = "string(id)"): Unit =
    session().range(0, rows, 1, 4).selectExpr(s"word_count($text)").collect()

  private def usualPath(code: => Any): Any = {
    session().conf.set(CompileRowCalls.Setting, "false")
    try code
    finally session().conf.unset(CompileRowCalls.Setting)
  }

  Seq(0L, 1L, 3L, 1000L, 300000L).foreach { rows =>
    test(s"$rows rows are counted exactly, compiled or not") {
      val compiled = sums(tracked(count(rows)))
      val usual = sums(tracked(usualPath(count(rows))))
      Seq(compiled -> ExecutionPath.COMPILED, usual -> ExecutionPath.ROWS).foreach {
        case (found, where) =>
          val work = found.getOrElse(("word_count", where), WorkTotals.NONE)
          assertEquals((work.calls(), work.rows(), work.errors()), (rows, rows, 0L))
          assert(work.nanos() > 0 || rows < 1000, work)
          assertEquals(found.size, if (rows == 0) 0 else 1, found)
      }
    }
  }

  test("each query has its own line, under the number that the UI gives it") {
    val ledger = tracked { count(10); count(20) }
    val executions = ledger.lines().keySet().asScala.toSeq.map(_.execution())
    assertEquals(executions.size, 2)
    assert(executions.head >= 0 && executions.head < executions.last, executions)
    assertEquals(ledger.lines().values().asScala.map(_.rows()).toSeq, Seq(10L, 20L))
    assertEquals(ledger.lines().keySet().asScala.map(_.executor()).toSet, Set("driver"))
  }

  test("only the jobs of the code within are counted, and of code within that") {
    count(1)
    var inner: Sums = Map.empty
    val outer = sums(tracked {
      count(5)
      inner = sums(tracked(count(7)))
      val other = new Thread(() => count(3))
      other.start()
      other.join()
    })
    count(1)
    assertEquals(inner(("word_count", ExecutionPath.COMPILED)).rows(), 7L)
    // A thread that was started within belongs to it.
    assertEquals(outer(("word_count", ExecutionPath.COMPILED)).rows(), 15L)
  }

  test("what is not counted is named: jobs of other threads, and jobs that fail") {
    val pool = Executors.newSingleThreadExecutor()
    def countInPool(rows: Long): Unit = {
      val task: Runnable = () => count(rows)
      pool.submit(task).get()
    }
    try {
      countInPool(1) // The thread is older than the tracker.
      val tracker = RapidsUdfs.track(session())
      count(5)
      countInPool(7)
      intercept[Exception](session().range(1).selectExpr("raise_error('no')").collect())
      tracker.stop()
      count(9)
      assertEquals((tracker.otherJobs, tracker.unfinishedJobs), (1, 1))
      val ledger = new WorkLedger(1000)
      ledger.add(tracker.json())
      assertEquals(sums(ledger)(("word_count", ExecutionPath.COMPILED)).rows(), 5L)
    } finally pool.shutdown()
  }

  test("an attempt that failed counts its errors alone, and the one after it its rows") {
    val own = new FailsAtFirst
    session().udf.register("fails_at_first", own, LongType)
    val found = sums(tracked {
      session()
        .range(0, 100, 1, 2)
        .selectExpr("fails_at_first(id)", "word_count(string(id))")
        .collect()
    })
    val work = found(("fails_at_first", ExecutionPath.ROWS))
    assertEquals((work.rows(), work.errors()), (100L, 2L))
    assertEquals(found(("word_count", ExecutionPath.COMPILED)).rows(), 100L)
  }

  test("a call over constants counts each row and each error, compiled or not") {
    val signature = Probes.of("bigint", "bigint", NullRule.ANY_NULL).since("1")
    RapidsUdfs.registerAs(session(), "constant_at_last", new ConstantAtLast(signature))
    def ask(): Unit = session().range(0, 100, 1, 2).selectExpr("constant_at_last(7L)").collect()
    Seq(
      ExecutionPath.COMPILED -> sums(tracked(ask())),
      ExecutionPath.ROWS -> sums(tracked(usualPath(ask())))
    ).foreach { case (where, found) =>
      val work = found((signature.name(), where))
      assertEquals((work.calls(), work.rows(), work.errors()), (100L, 100L, 2L), where)
      assertEquals(found.size, 1, where)
    }
  }

  test("a RAPIDS UDF of another class is seen only where somebody counts") {
    session().udf.register("theirs", new Theirs, LongType)
    def ask() = session().range(0, 50, 1, 2).selectExpr("theirs(id) AS v", "theirs(id + 1)")
    assertEquals(ask().collect().map(_.getLong(0)).sum, 1225L + 50)
    val found = sums(tracked(assertEquals(ask().collect().map(_.getLong(1)).sum, 1275L + 50)))
    assertEquals(
      found.map { case (of, work) => of -> work.rows() },
      Map(("theirs", ExecutionPath.ROWS) -> 100L)
    )
    assertEquals(sums(tracked(count(0))), Map.empty: Sums)
  }

  test("a ledger keeps the latest queries apart and the sum of all") {
    val ledger = new WorkLedger(2)
    (1L to 5L).foreach { execution =>
      val line = new WorkLine(execution, "1", "f", ExecutionPath.ROWS)
      ledger.add(line, new WorkTotals(1, execution, 0, 0, 0, 0))
      ledger.add(line, new WorkTotals(1, execution, 0, 0, 0, 0))
    }
    val rows = ledger.lines().asScala.map { case (line, work) => line.execution() -> work.rows() }
    assertEquals(rows.toMap, Map(WorkLedger.EARLIER -> 12L, 4L -> 8L, 5L -> 10L))
    assertEquals(new ObjectMapper().readTree(ledger.json()).size(), 3)
    val again = new WorkLedger(2)
    again.add(ledger.json())
    assertEquals(again.lines(), ledger.lines())
  }
}

/** A session with the plugin. */
class RapidsUdfsPluginSuite extends SparkSuite {
  override protected def settings: Map[String, String] =
    Map("spark.plugins" -> classOf[RapidsUdfsPlugin].getName)

  test("a whole application is counted, and Spark's metrics have the functions") {
    Counters.reset()
    session().range(0, 100, 1, 2).selectExpr("word_count(string(id))").collect()
    val sums = new WorkLedger(1000)
    sums.add(RapidsUdfs.workJson)
    assertEquals(sums.lines().values().asScala.map(_.rows()).toSeq, Seq(100L))
    val source = s"plugin.${classOf[RapidsUdfsPlugin].getName}"
    val gauges = MetricsOfSpark.gauges(source)
    assertEquals(gauges("word_count.compiled.rows"), 100L: Any)
    assert(gauges("word_count.compiled.nanos").asInstanceOf[Long] > 0, gauges)
  }
}

/** Fails in the first attempt of each task, after some rows. */
class FailsAtFirst extends Foreign {
  override def call(value: java.lang.Long): java.lang.Long =
    if (TaskContext.get().attemptNumber() == 0 && value % 50 == 20)
      throw new IllegalStateException("at first")
    else value
}

/** Fails in the first attempt of each task. */
class ConstantAtLast(signature: Signature) extends RowsOfLong(signature) {
  override protected def row(value: java.lang.Long): java.lang.Long =
    if (TaskContext.get().attemptNumber() == 0) throw new IllegalStateException("at first")
    else value
}

/** A RAPIDS UDF that is not a dual function. */
trait Foreign extends UDF1[java.lang.Long, java.lang.Long] with RapidsUDF {
  override def evaluateColumnar(
      rows: Int,
      args: ai.rapids.cudf.ColumnVector*
  ): ai.rapids.cudf.ColumnVector = throw new UnsupportedOperationException
}

class Theirs extends Foreign {
  override def call(value: java.lang.Long): java.lang.Long = value + 1
}
