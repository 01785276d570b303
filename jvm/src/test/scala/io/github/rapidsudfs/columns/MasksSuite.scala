// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.columns

import ai.rapids.cudf.ColumnVector
import io.github.rapidsudfs.PatientSuite

/** Reductions of masks, whose result for no rows and for nulls alone depends on cuDF's version. */
class MasksSuite extends PatientSuite {
  private def mask(rows: java.lang.Boolean*): ColumnVector =
    ColumnVector.fromBoxedBooleans(rows: _*)

  for (
    (rows, any, all) <- Seq[(Seq[java.lang.Boolean], Boolean, Boolean)](
      (Seq(), false, true),
      (Seq(true, true), true, true),
      (Seq(true, false), true, false),
      (Seq(false, false), false, false),
      (Seq(true, null), true, false),
      (Seq(false, null), false, false),
      (Seq(null, null), false, false)
    )
  )
    test(s"any and all of ${rows.mkString("[", ", ", "]")}") {
      Resources.withResource(mask(rows: _*)) { m =>
        assert(Masks.any(m) == any)
        assert(Masks.all(m) == all)
      }
    }
}
