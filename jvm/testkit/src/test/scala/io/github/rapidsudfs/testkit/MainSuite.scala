// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}

import io.github.rapidsudfs.PatientSuite
import java.io.{ByteArrayOutputStream, PrintStream}
import java.nio.file.{Files, Paths}

/** The program: its output, files and exit status. */
class MainSuite extends PatientSuite {
  private def run(args: String*): (Int, String, String) = {
    val out, err = new ByteArrayOutputStream
    val status = Main.run(args.toArray, new PrintStream(out, true), new PrintStream(err, true))
    (status, out.toString, err.toString)
  }

  private def json(args: String*): (Int, JsonNode) = {
    val file = Files.createTempFile("testkit", ".json")
    val (status, _, _) = run(args ++ Seq("--json", file.toString): _*)
    (status, new ObjectMapper().readTree(file.toFile))
  }

  test("a function of the catalogue") {
    val (status, report) = json("--function", "ascii_lower", "--rows", "20", "--seed", "3")
    assertEquals(status, 0)
    assertEquals(report.get("functions").asInt, 1)
    assertEquals(report.get("failed").asInt, 0)
    assertEquals(report.get("device").asText, "emulator")
    assert(report.get("injected").get("allocations").asInt > 0)
    assert(report.get("reports").get(0).get("passed").asBoolean)
  }

  test("a class with a defect: its smallest row, and status 1") {
    val args = Seq("--class", classOf[HalfWrong].getName, "--types", "int", "--returns", "int")
    val (status, out, _) = run(args :+ "--no-faults": _*)
    assertEquals(status, 1)
    assert(out.contains("WRONG_ANSWER"), out)
    assert(out.contains("SELECT HalfWrong(1000);"), out)
    assert(out.contains("failures injected: 0 allocations"), out)
    val (_, report) = json(args: _*)
    assertEquals(report.get("wrong").asInt, 1)
    val finding = report.get("reports").get(0).get("findings").get(0)
    assertEquals(finding.get("kind").asText, "WRONG_ANSWER")
    assertEquals(finding.get("rows").get(0).asText, "HalfWrong(1000)")
  }

  test("without the emulator and a GPU it reports that") {
    val java = Paths.get(System.getProperty("java.home"), "bin", "java").toString
    val path = System.getProperty("java.class.path")
    val name = "io.github.rapidsudfs.testkit.Main"
    // As on a machine with a GPU: the slim jar of the tests has no native libraries.
    val process = new ProcessBuilder(java, "-cp", path, name, "--function", "ascii_lower")
      .redirectErrorStream(true)
      .start()
    val said = scala.io.Source.fromInputStream(process.getInputStream).mkString
    assertEquals(process.waitFor, 3, said)
    assert(said.contains("start Java with -javaagent:rapids-udfs-emulator.jar"), said)
  }

  test("types of several arguments") {
    assertEquals(
      Types.split("int, decimal(9,2),map<string,array<int>>"),
      java.util.Arrays.asList("int", "decimal(9,2)", "map<string,array<int>>")
    )
    assertEquals(Types.split("struct<`a<, b`:int>,int").size, 2)
    assertEquals(Types.split(""), java.util.Collections.emptyList[String]())
  }

  Seq(
    Seq("--nonsense") -> "unknown argument --nonsense",
    Seq("--rows") -> "--rows needs a value",
    Seq("--class", "no.Such") -> "cannot make a no.Such",
    Seq("--function", "ascii_lowr") -> "the closest are ascii_lower"
  ).foreach { case (args, text) =>
    test(s"wrong arguments: ${args.mkString(" ")}") {
      val (status, _, err) = run(args: _*)
      assertEquals(status, 2)
      assert(err.contains(text) && err.contains("usage: Main"), err)
    }
  }
}

/** Right below 1000 only. */
class HalfWrong
    extends org.apache.spark.sql.api.java.UDF1[Integer, Integer]
    with com.nvidia.spark.RapidsUDF {
  import ai.rapids.cudf.{ColumnVector, Scalar}
  import io.github.rapidsudfs.columns.Resources.withResource

  override def call(value: Integer): Integer =
    if (value == null || value < 1000) value else Integer.valueOf(value + 1)

  override def evaluateColumnar(rows: Int, args: ColumnVector*): ColumnVector =
    withResource(Scalar.fromInt(Int.MinValue))(least =>
      withResource(args(0).greaterOrEqualTo(least))(_.ifElse(args(0), args(0)))
    )
}
