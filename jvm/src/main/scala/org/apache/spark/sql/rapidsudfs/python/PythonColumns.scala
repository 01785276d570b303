// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs.python

import ai.rapids.cudf.{ColumnVector, DType, Scalar}
import io.github.rapidsudfs.builtins.{BuiltinBody, BuiltinFunction}
import io.github.rapidsudfs.api.DualFunction
import io.github.rapidsudfs.columns.{Columns, Resources}
import io.github.rapidsudfs.python.compiler.{Program, Refusal}
import org.apache.spark.api.python.PythonEvalType
import org.apache.spark.sql.catalyst.expressions.{BoundReference, ScalaUDF}
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.rapidsudfs.builtins.{Covered, Twin}
import org.apache.spark.sql.types.{StringType, StructType}

import scala.collection.JavaConverters._

/** The columnar body of a compiled Python UDF: its plan, and the row body for rows that the plan
  * leaves odd. If too many are odd, the row body computes all.
  */
final class PythonColumnsBody(target: PythonTarget, oddShare: Double)
    extends BuiltinBody
    with Resources {

  override def columnarBody(rows: Int, args: Array[ColumnVector]): ColumnVector = {
    val planned = target.columns.fold(r => throw new IllegalStateException(r.reason), identity)
    withResource(new Columns) { c =>
      val columns = planned.plan.run(rows, args).map(c.own(_))
      val isOdd = columns.lift(1)
      if (isOdd.exists(share(_, rows) > oddShare)) allByBuiltin(args)
      else {
        val result = made(columns.head, rows)
        isOdd match {
          case None      => result
          case Some(odd) => withResource(result)(byBuiltinWhere(odd, _, args))
        }
      }
    }
  }

  private def share(odd: ColumnVector, rows: Int): Double =
    withResource(odd.sum(DType.INT64))(_.getLong.toDouble / rows)

  private def made(values: ColumnVector, rows: Int): ColumnVector =
    if (!target.outcome) values.incRefCount()
    else
      withResource(Scalar.fromNull(DType.STRING)) { none =>
        withResource(ColumnVector.fromScalar(none, rows))(ColumnVector.makeStruct(values, _))
      }
}

/** The selection of compiled Python UDF calls that run in columns. */
object PythonColumns {

  /** Microseconds for a million rows by the plugin's bridge on the CPU: a hundred bytes per row,
    * both ways, at 20 GB/s, and 200 ns per row over 20 cores.
    */
  val BridgeMicros = 20000L

  /** The reason why a call stays row-wise despite the plugin; None if it runs in columns. */
  def refusal(call: PythonCall, conf: SQLConf): Option[Refusal] = {
    def because(reason: String) = Some(Refusal(0, 0, reason))
    val chosen = PythonSettings.columns(conf)
    if (chosen == PythonSettings.Columns.never) because(s"${PythonSettings.InColumns} is never")
    else if (call.target.order != call.children.indices) because("arguments by name")
    else if (call.children.isEmpty) because("no arguments")
    else
      call.target.columns match {
        case Left(refusal) => Some(refusal)
        case Right(planned) =>
          val micros = planned.plan.price().micros()
          if (chosen == PythonSettings.Columns.auto && micros > BridgeMicros)
            because(s"columns would take $micros µs for a million rows, rows $BridgeMicros")
          else None
      }
  }

  /** The call of the columnar body in its place. */
  def swapped(call: PythonCall, conf: SQLConf): Option[ScalaUDF] =
    if (refusal(call, conf).isDefined) None
    else {
      val body = new PythonColumnsBody(call.target, PythonSettings.oddShare(conf))
      Twin.call(call.target.name, call.copy(isOdd = true), Covered(body, call.children: _*))
    }

  /** A program as a dual function, for tests of its bodies: its results are structs of the value
    * and of the error of an uncaught exception.
    *
    * @param types
    *   the argument types, then the type of the values
    */
  def function(json: String, types: StructType, pickled: Boolean): DualFunction = {
    val arguments = types.init.map(_.dataType)
    val result = new StructType().add("value", types.last.dataType).add("error", StringType)
    val name = Program.parse(json).name
    val evalType = if (pickled) PythonEvalType.SQL_BATCHED_UDF else PythonTarget.ArrowBatched
    val target =
      PythonTarget(name, "", json, arguments, arguments.indices, result, evalType, outcome = true)
    val inputs = arguments.zipWithIndex.map { case (t, i) => BoundReference(i, t, nullable = true) }
    val rows = PythonCall(inputs, target, null, isOdd = true)
    new BuiltinFunction(name, rows, arguments.asJava, result, new PythonColumnsBody(target, 1))
  }
}
