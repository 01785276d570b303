package org.apache.spark.sql.rapidsudfs

import org.apache.spark.sql.catalyst.analysis.UnresolvedFunction
import org.apache.spark.sql.catalyst.expressions.{Alias, Cast, PythonUDF}
import org.apache.spark.sql.catalyst.plans.logical.Project
import org.apache.spark.sql.execution.QueryExecution

import java.util.{List => JList}
import scala.util.Try

/** Functions that could stand for another one, by their types. */
object Candidates {

  /** Those of these functions that take all columns but the last, in their order, and give the type
    * of the last one: functions of rows, deterministic, none that runs Python, and none to which
    * Spark would cast a value that may not fit (a string to a date).
    */
  def of(rows: QueryExecution, names: JList[String]): Array[String] =
    (0 until names.size).map(names.get).filter(fits(rows, _)).toArray

  private def fits(rows: QueryExecution, name: String): Boolean = {
    val columns = rows.analyzed.output
    val call = UnresolvedFunction(name, columns.init, isDistinct = false)
    val asked = Project(Seq(Alias(call, "answer")()), rows.analyzed)
    Try {
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
    }.getOrElse(false)
  }
}
