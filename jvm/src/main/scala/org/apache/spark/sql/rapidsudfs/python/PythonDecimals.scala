// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs.python

import java.math.{BigDecimal, RoundingMode}

import io.github.rapidsudfs.python.PyDecimal
import org.apache.spark.sql.types.{Decimal, DecimalType}

/** Spark's decimals as Python's and back, without objects for their digits where a long has them.
  */
private[python] object PythonDecimals {
  def python(v: Decimal): PyDecimal =
    if (v.precision <= Decimal.MAX_LONG_DIGITS) PyDecimal.of(v.toUnscaledLong, v.scale)
    else PyDecimal.of(v.toJavaBigDecimal)

  /** A finite value rounded half even, as Arrow does; null if it has too many digits. */
  def arrow(v: PyDecimal, to: DecimalType): Decimal = {
    val precision = to.precision
    if (v.hasDigits(to.scale, precision)) Decimal(v.unscaled, precision, to.scale)
    else {
      val rounded: BigDecimal = v.value.setScale(to.scale, RoundingMode.HALF_EVEN)
      if (rounded.precision > precision) null else Decimal(rounded, precision, to.scale)
    }
  }
}
