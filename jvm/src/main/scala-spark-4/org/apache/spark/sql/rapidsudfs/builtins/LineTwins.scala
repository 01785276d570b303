// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs.builtins

import ai.rapids.cudf.BinaryOp
import io.github.rapidsudfs.builtins._
import org.apache.spark.sql.catalyst.{expressions => spark}
import org.apache.spark.sql.catalyst.expressions.{BinaryArithmetic, EvalMode, Expression}
import org.apache.spark.sql.types._

import scala.reflect.ClassTag

/** The builtins that only Spark 4 has, and the arithmetic that returns null on error, which the
  * plugin for Spark 3.5 supports itself.
  */
private[builtins] object LineTwins {
  private def isPrimitive(e: Expression) = e.dataType match {
    case ByteType | ShortType | IntegerType | LongType | FloatType | DoubleType => true
    case _                                                                      => false
  }

  /** A twin of an operation on two numbers of the same type that returns null on error. */
  private def tried[E <: BinaryArithmetic: ClassTag](name: String)(body: PlainBody.Columnar) =
    Twin.of[E](name) {
      case e if isTried(e) && isPrimitive(e.left) && e.left.dataType == e.right.dataType =>
        Covered(new PlainBody(body), e.left, e.right)
    }

  /** Reads the mode through its method: the case classes' parameter for it differs in Spark 4.0. */
  private def isTried(e: BinaryArithmetic): Boolean = e.evalMode == EvalMode.TRY

  val all: Seq[Twin] = Seq(
    tried[spark.Add]("try_add")(args => TryArithmetic.of(BinaryOp.ADD, args(0), args(1))),
    tried[spark.Subtract]("try_subtract")(args => TryArithmetic.of(BinaryOp.SUB, args(0), args(1))),
    tried[spark.Multiply]("try_multiply")(args => TryArithmetic.of(BinaryOp.MUL, args(0), args(1))),
    tried[spark.Divide]("try_divide")(args => TryArithmetic.divide(args(0), args(1))),
    tried[spark.Remainder]("try_mod")(args => TryArithmetic.mod(args(0), args(1))),
    Twin.whole[spark.DayName]("dayname")(new PlainBody(args => Calendar.dayName(args(0)))),
    Twin.whole[spark.MonthName]("monthname")(
      new PlainBody(args => Calendar.monthName(args(0)))
    ),
    Twin.of[spark.KnownNotContainsNull]("array_compact") {
      case spark.KnownNotContainsNull(
            spark.ArrayFilter(
              array,
              spark.LambdaFunction(
                spark.IsNotNull(tested: spark.NamedLambdaVariable),
                Seq(element: spark.NamedLambdaVariable, _*),
                _
              )
            )
          ) if tested.exprId == element.exprId =>
        Covered(new PlainBody(args => Arrays.compact(args(0))), array)
    }
  )
}
