// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs.builtins

import io.github.rapidsudfs.builtins
import io.github.rapidsudfs.builtins._
import org.apache.spark.sql.catalyst.{expressions => spark}
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.expressions.objects.StaticInvoke
import org.apache.spark.sql.types.DoubleType

/** Builtins on numbers. */
private[builtins] object NumberTwins {

  /** A literal, or an unfolded cast of a literal to the builtin's types. */
  private object Constant {
    def unapply(e: Expression): Option[Any] = if (e.foldable) Option(e.eval()) else None
  }

  private def bitmap(name: String, method: String)(body: PlainBody.Columnar) =
    Twin.of[StaticInvoke](name) { case StaticCall("BitmapExpressionUtils", `method`, Seq(value)) =>
      Covered(new PlainBody(body), value)
    }

  val all: Seq[Twin] = Seq(
    Twin.whole[spark.BitwiseGet]("bit_get")(new builtins.BitGet),
    Twin.whole[spark.Factorial]("factorial")(
      new PlainBody(args => LookupTables.factorial(args(0)))
    ),
    Twin.of[spark.WidthBucket]("width_bucket") {
      case spark.WidthBucket(value, Constant(from: Double), Constant(to: Double), Constant(n: Long))
          if value.dataType == DoubleType && WidthBucket.covers(from, to, n) =>
        Covered(new PlainBody(args => WidthBucket.of(args(0), from, to, n)), value)
    },
    bitmap("bitmap_bucket_number", "bitmapBucketNumber")(args => Bitmaps.bucketNumber(args(0))),
    bitmap("bitmap_bit_position", "bitmapBitPosition")(args => Bitmaps.bitPosition(args(0))),
    bitmap("bitmap_count", "bitmapCount")(args => Bitmaps.count(args(0)))
  )
}
