// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs

import io.github.rapidsudfs.api.{NullRule, Signature}
import io.github.rapidsudfs.metrics.Counters
import io.github.rapidsudfs.udf.{Probes, Udf1}
import org.apache.spark.sql.api.java.UDF1
import org.apache.spark.sql.types.LongType

/** How often a compiled call asks its body, above all where all rows have the same arguments. */
class CompiledConstantCallSuite extends CompiledCallQueries {

  test("the counts of a task are exact, wherever it stops") {
    Counters.reset()
    session()
      .range(0, 200000, 1, 3)
      .selectExpr("sat_add(CAST(id % 100 AS TINYINT), 1Y) AS v")
      .selectExpr("sum(v)")
      .collect()
    assertEquals(RapidsUdfs.counters.get("sat_add")(0), 200000L)
    Counters.reset()
    session().range(0, 100, 1, 1).selectExpr("word_count(string(id))").limit(7).collect()
    val counted = RapidsUdfs.counters.get("word_count")(0)
    assert(counted >= 7 && counted <= 100, s"$counted")
  }

  test("the counts of constant calls are exact, in several projections of a task too") {
    Modes.foreach { case (mode, settings) =>
      val found = set(settings: _*)(ran {
        session()
          .range(0, 20000, 1, 3)
          .selectExpr("id", "sat_add(1Y, 2Y) AS v", "lib_version() AS l")
          .where("sat_add(v, 1Y) = 4Y AND word_count('a b') = 2")
          .selectExpr("sum(v + word_count('c'))", "count(l)")
      })
      assertEquals(found.rows, Seq("[80000,20000]"), mode)
      // A filter is pushed below the projection: its calls replace v.
      assertEquals(found.counts("word_count"), 40000L, mode)
      assertEquals(found.usual, 0, mode)
    }
  }

  test("a call over constants calls the body once for a task, and counts each row") {
    val signature = Probes.of("bigint", "bigint", NullRule.ANY_NULL).since("1")
    RapidsUdfs.registerAs(session(), "noted", new Noted(signature))
    Modes.foreach { case (mode, settings) =>
      Seq(
        ("7L", "8", 3),
        ("CAST(3 + 4 AS BIGINT)", "8", 3),
        ("10L", "null", 3),
        ("CAST(NULL AS BIGINT)", "null", 0),
        ("id % 2", "", 60)
      ).foreach { case (argument, answer, times) =>
        Noted.times.set(0)
        val found = set(settings: _*)(ran {
          session().range(0, 60, 1, 3).selectExpr(s"noted($argument)")
        })
        val of = s"$mode: $argument"
        if (answer.nonEmpty) assertEquals(found.rows.toSet, Set(s"[$answer]"), of)
        assertEquals(found.rows.size, 60, of)
        assertEquals((found.counts, found.compiled), (Map(signature.name() -> 60L), 1), of)
        assertEquals(Noted.times.get, times, of)
      }
    }
  }

  test(
    "a call over constants of a function that is not deterministic calls the body for each row"
  ) {
    val signature = Probes.of("bigint", "bigint", NullRule.ANY_NULL).nondeterministic().since("1")
    RapidsUdfs.registerAs(session(), "noted_anew", new Noted(signature))
    // Spark takes this one for deterministic.
    session().udf.register("noted_java", new Noted(signature): UDF1[_, _], LongType)
    for ((mode, settings) <- Modes; call <- Seq("noted_anew(1L)", "noted_java(1L)")) {
      Noted.times.set(0)
      val found = set(settings: _*)(ran(session().range(0, 60, 1, 3).selectExpr(call)))
      assertEquals((found.counts, found.compiled), (Map(signature.name() -> 60L), 1), mode)
      assertEquals(Noted.times.get, 60, s"$mode: $call")
    }
  }

  test("a constant call fails where a row asks for it, and not before") {
    val signature = Probes.of("bigint", "bigint", NullRule.ANY_NULL).since("1")
    RapidsUdfs.registerAs(session(), "refusing_all", new OfLong(signature))
    Modes.foreach { case (mode, settings) =>
      def asked(condition: String) = set(settings: _*) {
        session()
          .range(0, 60, 1, 3)
          .selectExpr(s"IF($condition, refusing_all(-1L), id) AS v")
          .collect()
      }
      assertEquals(asked("id < 0").length, 60, mode)
      val e = intercept[Exception](asked("id = 50"))
      assert(chain(e).exists(_.contains("-1 is negative")), s"$mode: ${chain(e)}")
    }
  }
}

/** Adds one, gives null for more than 9, and notes that it was called. */
class Noted(signature: Signature)
    extends RowsOfLong(signature)
    with UDF1[java.lang.Long, java.lang.Long] {
  override protected def row(value: java.lang.Long): java.lang.Long = {
    Noted.times.incrementAndGet()
    if (value > 9) null else value + 1
  }
}

object Noted {
  val times = new java.util.concurrent.atomic.AtomicInteger
}
