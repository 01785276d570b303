package io.github.rapidsudfs.testkit

import io.github.rapidsudfs.registry.Catalogue

import java.util
import scala.collection.JavaConverters._

/** Every function of the catalogue: both bodies agree on batches of every sort, and each failure
  * that can be injected leaves nothing open, harms no argument and can be retried.
  */
class CatalogueSuite extends munit.FunSuite {
  private val reports = new util.ArrayList[Report]
  private val subjects = CatalogueSubjects.all.asScala
  private val options = Options.DEFAULT.withRows(80)
  private val wideTimes = options.withShape(options.shape.withWideTimes(true))

  subjects.foreach { subject =>
    test(subject.toString) {
      // As a simple Hive UDF it takes java.sql.Date, which knows fewer days.
      val its = if (subject.name == "add_months_safe") options else wideTimes
      val report = Conformance.check(subject, its).`with`(Faults.check(subject, its))
      reports.add(report)
      assert(report.passed, report.toString)
      assertEquals(report.notes.asScala.toList, Nil)
    }
  }

  test("all of them were tried, and failures injected into nearly all") {
    val names = subjects.map(_.name).toSet
    assertEquals(names, Catalogue.all.map(_.signature().name()).toSet)
    val untouched = reports.asScala.filter(_.points == 0).map(_.subject.takeWhile(_ != '('))
    // These hand on their argument, or a constant made before any memory is needed.
    assertEquals(untouched.filterNot(_.startsWith("identity")).toList, Nil)
    val summary = Summary.of(reports, gates.Device.here.name)
    println(summary)
    assertEquals(summary.leaks, 0L)
    assertEquals(summary.wrong, 0L)
    Fault.values.foreach(fault => assert(summary.points(fault) > 500, s"$fault: $summary"))
  }

  test("retries go through the plugin's own loop") {
    assertEquals(gates.RetryLoop.here.name, "the plugin's RmmRapidsRetryIterator")
  }
}
