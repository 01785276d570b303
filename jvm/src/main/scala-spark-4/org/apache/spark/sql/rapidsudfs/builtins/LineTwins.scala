package org.apache.spark.sql.rapidsudfs.builtins

import io.github.rapidsudfs.builtins._
import org.apache.spark.sql.catalyst.{expressions => spark}
import org.apache.spark.sql.catalyst.expressions.{BinaryArithmetic, EvalMode}

/** The builtins that only some lines of Spark have: those of Spark 4. */
private[builtins] object LineTwins {
  val all: Seq[Twin] = Seq(
    Twin.of[spark.DayName]("dayname") { case spark.DayName(date) =>
      Covered(new PlainBody(args => Calendar.dayName(args(0))), date)
    },
    Twin.of[spark.MonthName]("monthname") { case spark.MonthName(date) =>
      Covered(new PlainBody(args => Calendar.monthName(args(0))), date)
    },
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

/** How a line of Spark tells what arithmetic does about errors. */
private[builtins] object EvalModes {
  def isTry(e: BinaryArithmetic): Boolean = e match {
    case spark.Add(_, _, context)       => context.evalMode == EvalMode.TRY
    case spark.Subtract(_, _, context)  => context.evalMode == EvalMode.TRY
    case spark.Multiply(_, _, context)  => context.evalMode == EvalMode.TRY
    case spark.Divide(_, _, context)    => context.evalMode == EvalMode.TRY
    case spark.Remainder(_, _, context) => context.evalMode == EvalMode.TRY
    case _                              => false
  }
}
