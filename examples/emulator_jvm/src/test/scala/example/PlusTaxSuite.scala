// SPDX-License-Identifier: Apache-2.0

package example

import java.nio.file.Files

import io.github.rapidsudfs.emulator.memory.{Ledger, UdfLeaks, UdfLedger}
import io.github.rapidsudfs.emulator.testing.EmulatorSession
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.types.LongType
import org.scalatest.BeforeAndAfterAll
import org.scalatest.funsuite.AnyFunSuite

/** The UDF in Spark SQL: the plugin plans it and calls its columnar body. */
class PlusTaxSuite extends AnyFunSuite with BeforeAndAfterAll {
  private lazy val spark = {
    EmulatorSession.useClassLoader()
    val builder = SparkSession.builder().master("local[2]").config("spark.ui.enabled", "false")
    // The plugin, and what stays on the CPU.
    EmulatorSession.settings.forEach((key, value) => builder.config(key, value))
    val session = builder.getOrCreate()
    session.udf.register("plus_tax", new PlusTax, LongType)
    session
  }

  override def afterAll(): Unit = spark.stop()

  test("columnar answers as row-wise") {
    // From a file: Spark folds literals before the plugin sees the plan.
    val path = Files.createTempDirectory("prices").resolve("prices").toString
    spark.range(100).write.parquet(path)
    val query = "SELECT id, plus_tax(id) AS gross FROM prices"
    spark.read.parquet(path).createOrReplaceTempView("prices")

    spark.conf.set("spark.rapids.sql.enabled", "false")
    val rowWise = spark.sql(query).collect().toSet
    spark.conf.set("spark.rapids.sql.enabled", "true")
    Ledger.reset()
    val columnar = spark.sql(query).collect().toSet

    assert(columnar == rowWise)
    assert(UdfLedger.entries.get("example.PlusTax").rows == 100) // it ran, over every row
    assert(UdfLeaks.list.isEmpty)
  }
}
