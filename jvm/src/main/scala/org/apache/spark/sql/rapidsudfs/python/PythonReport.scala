// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs.python

import com.fasterxml.jackson.databind.ObjectMapper
import io.github.rapidsudfs.python.compiler.Refusal
import org.apache.spark.api.python.SimplePythonFunction
import org.apache.spark.sql.catalyst.expressions.{Expression, PythonUDF, SubqueryExpression}
import org.apache.spark.sql.catalyst.plans.QueryPlan
import org.apache.spark.sql.execution.QueryExecution
import org.apache.spark.sql.internal.SQLConf

/** The report for `explain` in Python of where the Python UDFs of a query run. */
object PythonReport {

  /** A list of objects with `name`, `file`, `line` (of the function, 0 if unknown), `where`
    * (`columns`, `rows` or `python`), `always` (whether it is compiled regardless of the setting),
    * `call` (the expression's text if compiled, else empty), and for `python`, and `rows` in a
    * session with the plugin, also `at_line`, `at_column` and `reason`; each call once.
    *
    * @param plugin
    *   whether the session has the plugin, or only its classes
    */
  def json(query: QueryExecution, plugin: Boolean): String = {
    val mapper = new ObjectMapper
    val all = mapper.createArrayNode()
    val conf = query.sparkSession.sessionState.conf
    val mode = PythonSettings.mode(conf)
    val columns = if (plugin) Some(conf) else None
    // A session that requires compiling rejects the plan that the report is about.
    val plan =
      try query.optimizedPlan
      catch { case _: PythonUdfNotCompiled => query.withCachedData }
    calls(plan).map { case (c, shared) => entry(c, shared, mode, columns) }.distinct.foreach { e =>
      val node = all.addObject()
      node.put("name", e.name).put("file", e.file).put("line", e.line).put("where", e.where)
      node.put("always", e.always).put("call", e.call)
      e.refused.foreach { case (line, column, reason) =>
        node.put("at_line", line).put("at_column", column).put("reason", reason)
      }
      val hints = node.putArray("hints")
      e.hints.foreach(hints.add)
    }
    mapper.writeValueAsString(all)
  }

  /** The pickled function of a call; null where it is not in the plan itself. */
  def command(call: Expression): Array[Byte] = call match {
    case udf: PythonUDF =>
      udf.func match {
        case function: SimplePythonFunction => function.command.toArray
        case _                              => null
      }
    case _ => null
  }

  private case class Entry(
      name: String,
      file: String,
      line: Int,
      where: String,
      always: Boolean,
      refused: Option[(Int, Int, String)],
      hints: Seq[String],
      call: String = ""
  )

  /** Each call, and the reason beyond its function why it stays in Python. */
  private def calls(plan: QueryPlan[_]): Seq[(Expression, Option[Refusal])] = {
    def within(p: QueryPlan[_]): Seq[(Expression, Option[Refusal])] = {
      lazy val shared = SharedArguments.refusals(p)
      p.expressions.flatMap {
        _.collect {
          case call: PythonCall             => Seq(call -> None)
          case udf: PythonUDF               => Seq(udf -> shared.get(udf))
          case subquery: SubqueryExpression => calls(subquery.plan)
        }.flatten
      }
    }
    within(plan) ++
      (plan.children ++ plan.innerChildren).collect { case p: QueryPlan[_] => p }.flatMap(calls)
  }

  /** @param columns
    *   the settings of a session whose plans have columnar bodies
    */
  private def entry(
      call: Expression,
      shared: Option[Refusal],
      mode: PythonSettings.Mode.Value,
      columns: Option[SQLConf]
  ): Entry = call match {
    case call: PythonCall =>
      val known = Option(call.udf).flatMap(udf => PythonPrograms.of(udf.func))
      compiled(call, known.fold(0)(_.line), known.exists(_.always), columns)
    case udf: PythonUDF =>
      val refused = (line: Int, column: Int, reason: String) => Some((line, column, reason))
      PythonTarget.of(udf) match {
        case Some(found) =>
          val known = found.known
          shared.fold(found.target)(Left(_)) match {
            // In a plan that is not optimized, such as that of a command.
            case Right(target) if found.always || mode != PythonSettings.Mode.off =>
              compiled(PythonCall(udf, target), known.line, found.always, columns)
            case Right(_) =>
              val off = refused(0, 0, s"${PythonSettings.Compiling} is off")
              Entry(udf.name, known.file, known.line, "python", found.always, off, Nil)
            case Left(r) =>
              val why = refused(r.line, r.column, r.reason)
              Entry(udf.name, known.file, known.line, "python", found.always, why, Nil)
          }
        case None =>
          val why =
            if (PythonTarget.isScalar(udf)) PythonTarget.Unknown
            else "it takes more than one row at a time"
          Entry(udf.name, "", 0, "python", always = false, refused(0, 0, why), Nil)
      }
  }

  private def compiled(
      call: PythonCall,
      line: Int,
      always: Boolean,
      columns: Option[SQLConf]
  ): Entry = {
    val refusal = columns.flatMap(PythonColumns.refusal(call, _))
    val where = if (columns.isDefined && refusal.isEmpty) "columns" else "rows"
    val why = refusal.map(r => (r.line, r.column, r.reason))
    val target = call.target
    val hints = PythonHints.of(target)
    Entry(target.name, target.file, line, where, always, why, hints, call.toString)
  }
}
