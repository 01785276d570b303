// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit

import com.fasterxml.jackson.databind.ObjectMapper

import io.github.rapidsudfs.PatientSuite
import java.io.{ByteArrayOutputStream, PrintStream}
import java.nio.file.Files

/** The measure of throughput: that it measures, not how much. */
class ThroughputSuite extends PatientSuite {
  private def run(args: String*): (Int, String, String) = {
    val out, err = new ByteArrayOutputStream
    val status =
      Throughput.run(args.toArray, new PrintStream(out, true), new PrintStream(err, true))
    (status, out.toString, err.toString)
  }

  test("bytes in and out, and a copy beside") {
    val file = Files.createTempFile("throughput", ".json")
    val (status, out, _) = run(
      "--function",
      "c_to_f",
      "--function",
      "luhn_valid",
      "--bytes",
      "100000",
      "--runs",
      "3",
      "--json",
      file.toString
    )
    assertEquals(status, 0)
    assert(out.startsWith("emulator: a copy within the device moves "), out)
    val report = new ObjectMapper().readTree(file.toFile)
    assert(report.get("copy_gigabytes_per_second").asDouble > 0)
    val Seq(toF, luhn) = (0 until report.get("figures").size).map(report.get("figures").get(_))
    assertEquals(toF.get("function").asText, "c_to_f(FLOAT) -> FLOAT")
    // As many whole repetitions of 4096 rows as fit into 100000 bytes; 4 bytes per row go in and out.
    assertEquals(toF.get("rows").asLong, 4096L * 6)
    assertEquals(toF.get("input_bytes").asLong, toF.get("output_bytes").asLong)
    assert(toF.get("input_bytes").asLong >= 4 * 4096 * 6, toF)
    assert(luhn.get("input_bytes").asLong > luhn.get("output_bytes").asLong, luhn)
    assert(luhn.get("seconds").asDouble > 0)
    assert(luhn.get("gigabytes_per_second").asDouble > 0)
  }

  test("a function without arguments has no throughput") {
    val (status, out, _) = run("--function", "lib_version", "--runs", "1", "--bytes", "1000")
    assertEquals(status, 0)
    assertEquals(out.linesIterator.size, 1)
  }

  Seq(
    Seq("--nonsense", "1") -> "unknown argument --nonsense",
    Seq("--bytes") -> "--bytes needs a value",
    Seq("--bytes", "0") -> "--bytes is a number from 1 to 1073741824, not 0",
    Seq("--runs", "many") -> "--runs is a number from 1 to 1000, not many",
    Seq("--function", "ascii_lowr") -> "the closest are ascii_lower"
  ).foreach { case (args, text) =>
    test(s"wrong arguments: ${args.mkString(" ")}") {
      val (status, _, err) = run(args: _*)
      assertEquals(status, 2)
      assert(err.contains(text), err)
      assert(err.contains("usage: Throughput"), err)
    }
  }
}
