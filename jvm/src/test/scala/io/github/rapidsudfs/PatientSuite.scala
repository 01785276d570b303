// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs

import scala.concurrent.duration._

/** Tests that are not failed for a busy machine: MUnit's own limit is 30 seconds. */
trait PatientSuite extends munit.FunSuite {
  override val munitTimeout: Duration = 10.minutes
}
