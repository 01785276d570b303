// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs

import io.github.rapidsudfs.registry.{Catalogue, FunctionNames, SessionInternals}
import org.apache.spark.sql.{AnalysisException, SparkSession}
import org.apache.spark.sql.catalyst.analysis.{FunctionRegistry, UnresolvedFunction}
import org.apache.spark.sql.catalyst.expressions.{Alias, Cast}
import org.apache.spark.sql.catalyst.plans.logical.Project
import org.apache.spark.sql.execution.QueryExecution

import java.util.{List => JList}
import scala.util.{Failure, Success, Try}

/** Finds functions that could replace another one, judging by their types. */
object Candidates {
  private val MostReordered = 3

  /** The functions of Spark and of the catalogue that take all columns but the last and return the
    * type of the last: row-wise, deterministic, and without an implicit cast that may fail (a
    * string to a date). Other functions of the session are left out: they may have side effects.
    *
    * Each result is a name and the column numbers in argument order, separated by blanks. Up to
    * three columns are tried in every order, the given order first.
    */
  def of(rows: QueryExecution, names: JList[String]): Array[String] = {
    val own = rows.analyzed.output.indices.init
    val orders = if (own.size > MostReordered) Seq(own) else own.permutations.toSeq
    (0 until names.size)
      .map(names.get)
      .filter(isKnown(rows.sparkSession, _))
      .flatMap { name =>
        // A wrong number of arguments is wrong in any order.
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

  private def isKnown(spark: SparkSession, name: String): Boolean = {
    val registry = SessionInternals.functionRegistry(spark)
    val builtin = FunctionNames.builtin(name)
    val known = FunctionRegistry.builtin.lookupFunction(builtin).map(_.getClassName).toSet ++
      Catalogue.all.map(_.getClass.getName)
    // A setting of the session decides which of two functions the name refers to.
    val registered = Seq(FunctionNames.temporary(name), builtin).flatMap(registry.lookupFunction(_))
    registered.nonEmpty && registered.forall(function => known(function.getClassName))
  }

  /** Whether a function takes columns in an order; None for another number of arguments. */
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
            case _          => false
          }
        case _ => false
      }
    }
    answers match {
      case Success(function) => Some(function)
      case Failure(e: AnalysisException) if e.getMessage.startsWith("[WRONG_NUM_ARGS") => None
      case _ => Some(false)
    }
  }
}
