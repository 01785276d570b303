package org.apache.spark.sql.rapidsudfs.builtins

import org.apache.spark.sql.catalyst.expressions._

/** The builtins that only some lines of Spark have: Spark 3.5 has none of them. */
private[builtins] object LineTwins {
  val all: Seq[Twin] = Nil
}

/** How a line of Spark tells what arithmetic does about errors. */
private[builtins] object EvalModes {
  def isTry(e: BinaryArithmetic): Boolean = e match {
    case Add(_, _, mode)       => mode == EvalMode.TRY
    case Subtract(_, _, mode)  => mode == EvalMode.TRY
    case Multiply(_, _, mode)  => mode == EvalMode.TRY
    case Divide(_, _, mode)    => mode == EvalMode.TRY
    case Remainder(_, _, mode) => mode == EvalMode.TRY
    case _                     => false
  }
}
