// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit

import io.github.rapidsudfs.PatientSuite
import io.github.rapidsudfs.registry.Catalogue
import io.github.rapidsudfs.testkit.functions.ConformanceFunctions

import org.apache.spark.sql.types.{DataType, DateType, TimestampType}

import java.time.{Instant, LocalDate}
import java.util
import scala.collection.JavaConverters._
import scala.util.Try

/** Every function of the catalogue: both bodies agree on batches of every sort, and each failure
  * that can be injected leaves nothing open, harms no argument and can be retried.
  */
class CatalogueConformanceSuite extends PatientSuite {
  private val reports = new util.ArrayList[Report]
  private val subjects = CatalogueSubjects.all.asScala
  private val options = Options.DEFAULT.withRows(80)
  private val allDays = options.withShape(options.shape.withSkippedDays(true))

  subjects.foreach { subject =>
    test(subject.toString) {
      val agree = Conformance.check(subject, allDays)
      // What a body does after a failure hardly depends on Spark.
      val report = if (isMain) agree.`with`(Faults.check(subject, allDays)) else agree
      reports.add(report)
      assert(report.passed, report.toString)
      assertEquals(report.notes.asScala.toList, Nil)
    }
  }

  private val classes: Map[String, Class[_]] =
    Catalogue.all.map(f => (f.signature().name(), f.getClass: Class[_])).toMap

  for {
    subject <- subjects
    function <- classes.get(subject.name).toSeq
    (form, made) <- hiveForms(function)
  } test(s"$subject as a $form Hive UDF") {
    val hive = Subject.of(made, subject.arguments, subject.result).tolerance(subject.tolerance)
    val report = times.get(subject.result) match {
      // Hive answers with java.sql's classes, which lack ten days of 1582.
      case Some(time) =>
        val rows = Seq(-1, 0, 7).map(n => Array[AnyRef](time, Int.box(n)))
        Conformance.check(hive, rows.asJava)
      case None => Conformance.check(hive.vocabulary(subject.vocabulary), options.withRows(30))
    }
    assert(report.passed, report.toString)
  }

  private lazy val times = Map[DataType, AnyRef](
    DateType -> LocalDate.of(2024, 3, 2),
    TimestampType -> Instant.parse("2024-03-02T01:02:03.456789Z")
  )

  /** The generic form of every function, and the simple one of those whose types allow it. */
  private def hiveForms(function: Class[_]): Seq[(String, AnyRef)] =
    Seq("generic" -> "io.github.rapidsudfs.hive", "simple" -> "io.github.rapidsudfs.hive.simple")
      .flatMap { case (form, pack) =>
        val name = s"$pack.${function.getSimpleName}"
        val made = Try(
          Class.forName(name).getDeclaredConstructor().newInstance().asInstanceOf[AnyRef]
        )
        (if (form == "generic") Some(made.get) else made.toOption).map(form -> _)
      }

  test("most functions have a simple Hive form, those of decimals and structs have none") {
    val simple = classes.filter { case (_, c) => hiveForms(c).map(_._1).contains("simple") }.keySet
    Seq("word_count", "add_months_safe", "merge_maps")
      .foreach(name => assert(simple(name), name))
    Seq("dec_sum", "money_gross", "semver_cmp", "count_nulls", "identity", "lib_version")
      .foreach(name => assert(!simple(name), name))
    assert(simple.size > classes.size / 2, simple)
  }

  test("all of them were tried, and failures injected into nearly all") {
    val names = subjects.map(_.name).toSet
    val all = Catalogue.all ++ ConformanceFunctions.all.asScala
    assertEquals(names, all.map(_.signature().name()).toSet)
    val untouched =
      reports.asScala.filter(isMain && _.points == 0).map(_.subject.takeWhile(_ != '('))
    // These hand on their argument, or a constant made before any memory is needed.
    assertEquals(untouched.filterNot(_.startsWith("identity")).toList, Nil)
    val summary = new Summary(gates.Device.here.name, reports)
    println(summary)
    assertEquals(summary.leaks, 0L)
    assertEquals(summary.wrong, 0L)
    Fault.values.filter(_ => isMain).foreach { fault =>
      assert(summary.points(fault) > 500, s"$fault: $summary")
    }
  }

  test("a retry error is refused for a thread that works for no task, as by the plugin's adaptor") {
    gates.RetryLoop.here
    assertEquals(gates.Device.here.cannot(Fault.RETRY), null)
    assertEquals(gates.Device.here.disarm(), false)
    val e = intercept[IllegalArgumentException](
      com.nvidia.spark.rapids.jni.RmmSpark.forceRetryOOM(-1L, 1, 0, 0)
    )
    assert(e.getMessage.contains("not associated with any task"), e.getMessage)
  }

  test("an event handler that a session has set before will do") {
    assertEquals(gates.Device.here.cannot(Fault.RETRY), null)
    assertEquals(new gates.Device().cannot(Fault.RETRY), null)
  }

  test("retries go through the plugin's own loop") {
    assertEquals(gates.RetryLoop.here.name, "the plugin's RmmRapidsRetryIterator")
  }
}
