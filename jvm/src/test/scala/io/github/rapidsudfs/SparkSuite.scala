// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs

import org.apache.spark.SparkConf
import org.apache.spark.sql.SparkSession

import java.nio.file.Files

/** Tests in a session with the extension. */
trait SparkSuite extends PatientSuite {

  /** What the tests need in the new session. */
  protected def prepare(spark: SparkSession): Unit = ()

  /** Further settings of the session. */
  protected def settings: Map[String, String] = Map.empty

  /** The suite's session. */
  protected val session: Fixture[SparkSession] = new Fixture[SparkSession]("session") {
    private var spark: SparkSession = _
    def apply(): SparkSession = spark

    override def beforeAll(): Unit = {
      spark = SparkSession
        .builder()
        .master("local[2,2]")
        .config("spark.sql.extensions", classOf[RapidsUdfsExtensions].getName)
        .config("spark.ui.enabled", "false")
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.sql.warehouse.dir", Files.createTempDirectory("warehouse").toString)
        .config(new SparkConf(false).setAll(settings))
        .getOrCreate()
      spark.sparkContext.setLogLevel("OFF")
      prepare(spark)
    }

    override def afterAll(): Unit = if (spark != null) spark.stop()
  }

  override def munitFixtures: Seq[Fixture[_]] = Seq(session)
}
