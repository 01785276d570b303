// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.metrics

import io.github.rapidsudfs.PatientSuite
import java.util.concurrent.{Callable, Executors, TimeUnit}

class CountersSuite extends PatientSuite {
  private def row(counters: Counters): Unit = {
    val count = counters.rowCount(ExecutionPath.ROWS)
    count.end(count.begin())
  }

  private def batch(counters: Counters, rows: Int): Unit =
    counters.columnar(rows, Array(), () => null)

  test("counters of a name are one, and those of another are others") {
    val counters = Counters.of("counters_a")
    row(counters)
    batch(counters, 7)
    batch(counters, 0)
    assert(Counters.of("counters_a") eq counters)
    assertEquals(Counters.snapshot().get("counters_a").toSeq, Seq(1L, 2L, 7L, 0L))
    assertEquals(Counters.of("counters_b").rowCalls(), 0L)
  }

  test("threads count together") {
    val counters = Counters.of("counters_threads")
    val pool = Executors.newFixedThreadPool(4)
    try {
      val task: Callable[Unit] = () => (1 to 10000).foreach(_ => row(counters))
      pool.invokeAll(java.util.Collections.nCopies(8, task)).forEach(f => f.get())
    } finally {
      pool.shutdown()
      assert(pool.awaitTermination(10, TimeUnit.SECONDS))
    }
    assertEquals(counters.rowCalls(), 80000L)
  }

  test("reset sets all to zero and a snapshot stays as it was") {
    val counters = Counters.of("counters_reset")
    row(counters)
    batch(counters, 3)
    val before = Counters.snapshot()
    Counters.reset()
    assertEquals(Counters.snapshot().get("counters_reset").toSeq, Seq(0L, 0L, 0L, 0L))
    assertEquals(before.get("counters_reset").toSeq, Seq(1L, 1L, 3L, 0L))
    row(counters)
    assertEquals(Counters.of("counters_reset").rowCalls(), 1L)
  }
}
