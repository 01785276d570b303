// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs.builtins

import io.github.rapidsudfs.builtins._
import org.apache.spark.sql.catalyst.{expressions => spark}
import org.apache.spark.sql.catalyst.expressions.{Expression, Literal}

/** Builtins on arrays. */
private[builtins] object ArrayTwins {
  private def append(array: Expression, element: Expression) =
    Covered(new PlainBody(args => Arrays.append(args(0), args(1))), array, element)

  val all: Seq[Twin] = Seq(
    Twin.of[spark.ArrayAppend]("array_append") { case spark.ArrayAppend(array, element) =>
      append(array, element)
    },
    Twin.of[spark.ArrayInsert]("array_append") {
      case spark.ArrayInsert(array, Literal(-1, _), element, false) => append(array, element)
    },
    Twin.of[spark.ArrayInsert]("array_prepend") {
      case spark.ArrayInsert(array, Literal(1, _), element, _) =>
        Covered(new PlainBody(args => Arrays.prepend(args(1), args(0))), array, element)
    },
    Twin.of[spark.ArrayInsert]("array_insert") {
      case spark.ArrayInsert(array, Literal(at: Int, _), element, _) if at > 1 =>
        Covered(new PlainBody(args => Arrays.insert(args(0), at, args(1))), array, element)
    }
  )
}
