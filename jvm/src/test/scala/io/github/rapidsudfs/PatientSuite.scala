// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs

import org.apache.spark.SPARK_VERSION

import scala.concurrent.duration._

/** Tests that are not failed for a busy machine: MUnit's own limit is 30 seconds. */
trait PatientSuite extends munit.FunSuite {
  override val munitTimeout: Duration = 10.minutes

  /** Whether this is the build for the main line of Spark, on which everything is tested. */
  protected val isMain: Boolean = !SPARK_VERSION.startsWith("3.")
}
