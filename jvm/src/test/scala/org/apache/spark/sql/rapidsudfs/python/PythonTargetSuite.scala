// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs.python

import io.github.rapidsudfs.python.compiler.{Compiled, Refusal}
import munit.FunSuite

/** What Janino refuses within a query would fail the query, so it is asked before. */
class PythonTargetSuite extends FunSuite {
  private def accepted(body: String): Either[Refusal, Compiled] = {
    val source = s"package p;\npublic final class Body {\n$body\n}\n"
    PythonTarget.accepted(Compiled(source, "p.Body", Nil, "long", Array(), Nil), 3)
  }

  test("what Janino takes is compiled") {
    assert(accepted("static long fast(long x) { return Math.abs(x); }").isRight)
  }

  test("what Janino refuses is refused, with the function's line") {
    val Left(Refusal(line, _, reason)) = accepted("static long fast(long x) { return y; }")
    assert(line == 3)
    assert(reason.startsWith("Janino rejects its Java code: "))
    assert(reason.contains("\"y\""))
  }

  test("a method beyond what the JVM takes is refused") {
    val line = "x = Math.max(x, 1234567890123L) * 3L;\n"
    val Left(refusal) = accepted(s"static long fast(long x) {\n${line * 9000}return x;\n}")
    assert(refusal.reason.contains("64 KB"))
  }

  test("a class that the JVM does not verify is refused") {
    val late = "try { System.gc(); } catch (RuntimeException e) { }"
    val Left(refusal) = accepted(
      s"static Object fast(Object x) { try { return x.toString(); } finally { $late } }"
    )
    assert(refusal.reason.startsWith("the JVM rejects what Janino writes for its Java code: "))
    assert(refusal.reason.contains("Stack map"))
    assert(!refusal.reason.contains("\n"))
  }
}
