// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit

import ai.rapids.cudf.{BinaryOp, DType}
import io.github.rapidsudfs.PatientSuite
import io.github.rapidsudfs.testkit.planted.Planted

import scala.collection.JavaConverters._

/** The kit finds each planted defect for its right reason, and nothing in the twin. */
class PlantedSuite extends PatientSuite {
  private val options = Options.DEFAULT.withRows(120)

  private def report(subject: Subject): Report =
    Conformance.check(subject, options).`with`(Faults.check(subject, options))

  // The kit is the same for all lines of Spark: on the others some of them.
  private val all = Planted.all.asScala
  private val some = all.zipWithIndex.collect { case (planted, i) if i % 4 == 0 => planted }

  (if (isMain) all else some).foreach { planted =>
    test(planted.name) {
      val found = report(planted.wrong.get)
      val finding = found.findings.asScala.find(_.kind == planted.kind)
      assert(finding.isDefined, s"not found as ${planted.kind}:\n$found")
      assert(finding.get.toString.contains(planted.says), s"not '${planted.says}':\n${finding.get}")
      val twin = report(planted.right.get)
      assert(twin.passed, twin.toString)
    }
  }

  test("what cuDF itself loses at an offset is no defect of the body, and said") {
    val micros = Planted.subject(
      List("timestamp").asJava,
      "boolean",
      args => if (args(0) == null) null else java.lang.Boolean.TRUE,
      (_, args) => {
        val cast = args(0).castTo(DType.INT64)
        try cast.binaryOp(BinaryOp.EQUAL, cast, DType.BOOL8)
        finally cast.close()
      }
    )
    val found = Conformance.check(micros, options)
    assert(found.passed, found.toString)
    assert(found.notes.asScala.exists(_.contains("bitCastTo keeps it")), found.toString)
  }

  test("there are enough of them, each with a name of its own") {
    val names = Planted.all.asScala.map(_.name)
    assert(names.size >= 25, names.size.toString)
    assertEquals(names.distinct.size, names.size)
  }
}
