// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs.python

import com.fasterxml.jackson.databind.ObjectMapper
import org.apache.spark.sql.catalyst.expressions.{Expression, PythonUDF, SubqueryExpression}
import org.apache.spark.sql.catalyst.plans.QueryPlan
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.columnar.InMemoryRelation

/** Where the Python UDFs of a query run, for `explain` in Python. */
object PythonReport {

  /** A list of objects with `name`, `file`, `line` (of the function, 0 if unknown), `where` (`rows`
    * or `python`), and for `python` also `at_line`, `at_column` and `reason`; each call once.
    */
  def json(optimized: LogicalPlan): String = {
    val mapper = new ObjectMapper
    val all = mapper.createArrayNode()
    calls(optimized).map(entry).distinct.foreach { e =>
      val node = all.addObject()
      node.put("name", e.name).put("file", e.file).put("line", e.line).put("where", e.where)
      e.refused.foreach { case (line, column, reason) =>
        node.put("at_line", line).put("at_column", column).put("reason", reason)
      }
      val hints = node.putArray("hints")
      e.hints.foreach(hints.add)
    }
    mapper.writeValueAsString(all)
  }

  private case class Entry(
      name: String,
      file: String,
      line: Int,
      where: String,
      refused: Option[(Int, Int, String)],
      hints: Seq[String]
  )

  private def calls(plan: QueryPlan[_]): Seq[Expression] = {
    def within(p: QueryPlan[_]): Seq[Expression] = p.expressions.flatMap { e =>
      e.collect {
        case call: PythonCall             => Seq(call)
        case udf: PythonUDF               => Seq(udf)
        case subquery: SubqueryExpression => calls(subquery.plan)
      }.flatten
    }
    val cached = plan match {
      case relation: InMemoryRelation => calls(relation.cachedPlan)
      case _                          => Nil
    }
    within(plan) ++ cached ++
      (plan.children ++ plan.innerChildren).collect { case p: QueryPlan[_] => p }.flatMap(calls)
  }

  private def entry(call: Expression): Entry = call match {
    case call: PythonCall =>
      val known = Option(call.udf).flatMap(udf => PythonPrograms.of(udf.func))
      Entry(
        call.target.name,
        call.target.file,
        known.fold(0)(_.line),
        "rows",
        None,
        PythonHints.of(call.target)
      )
    case udf: PythonUDF =>
      val refused = (line: Int, column: Int, reason: String) => Some((line, column, reason))
      PythonTarget.of(udf) match {
        case Some(found) =>
          val known = found.known
          val why = found.target.fold(
            r => refused(r.line, r.column, r.reason),
            _ => refused(0, 0, s"${CompilePythonUdfs.Setting} is off")
          )
          Entry(udf.name, known.file, known.line, "python", why, Nil)
        case None =>
          val why =
            if (PythonTarget.isScalar(udf)) PythonTarget.Unknown
            else "it takes more than one row at a time"
          Entry(udf.name, "", 0, "python", refused(0, 0, why), Nil)
      }
  }
}
