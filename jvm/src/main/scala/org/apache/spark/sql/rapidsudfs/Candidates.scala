// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs

import org.apache.spark.sql.AnalysisException
import org.apache.spark.sql.catalyst.analysis.UnresolvedFunction
import org.apache.spark.sql.catalyst.expressions.{Alias, Cast, PythonUDF}
import org.apache.spark.sql.catalyst.plans.logical.Project
import org.apache.spark.sql.execution.QueryExecution

import java.util.{List => JList}
import scala.util.{Failure, Success, Try}

/** Finds functions that could replace another one, judging by their types. */
object Candidates {
  private val MostReordered = 3

  /** The functions that take all columns but the last and return the type of the last: row-wise,
    * deterministic, without Python, and without an implicit cast that may fail (a string to a
    * date).
    *
    * Each result is a name and the column numbers in argument order, separated by blanks. Up to
    * three columns are tried in every order, the given order first.
    */
  def of(rows: QueryExecution, names: JList[String]): Array[String] = {
    val own = rows.analyzed.output.indices.init
    val orders = if (own.size > MostReordered) Seq(own) else own.permutations.toSeq
    (0 until names.size)
      .map(names.get)
      .flatMap { name =>
        // A wrong number of arguments is wrong in every order.
        fits(rows, name, own) match {
          case None => Nil
          case Some(first) =>
            orders
              .filter(order => if (order == own) first else fits(rows, name, order).contains(true))
              .map(order => (name +: order).mkString(" "))
        }
      }
      .toArray
  }

  /** Returns whether a function takes the columns in an order; None if it takes another number of
    * arguments.
    */
  private def fits(rows: QueryExecution, name: String, order: Seq[Int]): Option[Boolean] = {
    val columns = rows.analyzed.output
    val call = UnresolvedFunction(name, order.map(columns), isDistinct = false)
    val asked = Project(Seq(Alias(call, "answer")()), rows.analyzed)
    val answers = Try {
      val planned = rows.sparkSession.sessionState.executePlan(asked)
      planned.assertAnalyzed()
      planned.analyzed match {
        case Project(Seq(answer), _) =>
          answer.deterministic && answer.dataType.sameType(columns.last.dataType) &&
          !answer.exists {
            case cast: Cast => !Cast.canUpCast(cast.child.dataType, cast.dataType)
            case other      => other.isInstanceOf[PythonUDF]
          }
        case _ => false
      }
    }
    answers match {
      case Success(found) => Some(found)
      case Failure(e: AnalysisException) if e.getMessage.startsWith("[WRONG_NUM_ARGS") => None
      case _ => Some(false)
    }
  }
}
