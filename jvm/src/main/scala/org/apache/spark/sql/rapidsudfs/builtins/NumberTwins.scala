package org.apache.spark.sql.rapidsudfs.builtins

import io.github.rapidsudfs.builtins
import org.apache.spark.sql.catalyst.expressions._

/** Builtins on numbers. */
private[builtins] object NumberTwins {
  val all: Seq[Twin] = Seq(
    Twin.of[BitwiseGet]("bit_get") { case BitwiseGet(value, position) =>
      Covered(new builtins.BitGet, value, position)
    }
  )
}
