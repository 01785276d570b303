// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs.python

import io.github.rapidsudfs.python.compiler.Refusal
import org.apache.spark.sql.catalyst.expressions.{Expression, PythonUDF}
import org.apache.spark.sql.catalyst.plans.QueryPlan
import org.apache.spark.sql.types.{ArrayType, DataType, MapType, StructType}

/** Lists and dictionaries that several arguments of the UDFs of one operator get. Python workers
  * pass all of them one object, so that a change by one UDF is seen by the others; compiled UDFs
  * get one each.
  */
private[python] object SharedArguments {

  /** The calls of an operator that must stay in Python, because one of them may change an object
    * that they share.
    */
  def refusals(node: QueryPlan[_]): Map[PythonUDF, Refusal] = {
    // A test calls a function a second time for the error that it raises.
    def isOfTest(udf: PythonUDF) = PythonPrograms.of(udf.func).exists(_.outcome)
    val calls = node.expressions
      .flatMap(_.collect { case udf: PythonUDF if !isOfTest(udf) => udf })
      .distinct
    val uses = for {
      udf <- calls
      argument <- udf.children.map(PythonTarget.value)
      if isObject(argument.dataType)
    } yield argument -> udf
    val shared = uses.groupBy(_._1.canonicalized).filter(_._2.size > 1)
    shared.toSeq.flatMap { case (same, all) =>
      val (argument, udfs) = (all.head._1, all.map(_._2).distinct)
      udfs.flatMap(udf => change(udf, same).map(udf -> _)).headOption.toSeq.flatMap {
        case (by, line) =>
          val what = s"${argument.sql}, which ${by.name} may change, is passed"
          val reason =
            if (udfs.size == 1) s"$what twice: Python workers pass one object"
            else s"$what to ${udfs.map(_.name).mkString(", ")}: Python workers pass them one object"
          udfs.map(udf => udf -> Refusal(if (udf eq by) line else 0, 0, reason))
      }
    }.toMap
  }

  /** The line where a function may change an argument. */
  private def change(udf: PythonUDF, argument: Expression): Option[Int] =
    for {
      found <- PythonTarget.of(udf)
      target <- found.target.toOption
      program <- found.known.program.toOption
      passed = target.order.map(i => PythonTarget.value(udf.children(i)).canonicalized)
      names = program.parameterNames.zip(passed).filter(_._2 == argument).map(_._1).toSet
      line <- program.changes(names, isDeep(argument.dataType))
    } yield line

  private def parts(of: DataType): Seq[DataType] = of match {
    case ArrayType(element, _)  => Seq(element)
    case MapType(key, value, _) => Seq(key, value)
    case struct: StructType     => struct.map(_.dataType)
    case _                      => Nil
  }

  private def isObject(of: DataType): Boolean = of match {
    case _: ArrayType | _: MapType => true
    case other                     => parts(other).exists(isObject)
  }

  private def isDeep(of: DataType): Boolean = parts(of).exists(isObject)
}
