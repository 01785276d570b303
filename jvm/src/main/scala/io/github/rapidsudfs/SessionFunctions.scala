// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs

import com.fasterxml.jackson.databind.ObjectMapper
import io.github.rapidsudfs.registry.{FunctionNames, SessionInternals}
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.FunctionIdentifier
import org.apache.spark.sql.catalyst.analysis.FunctionRegistry

import scala.util.Try
import scala.util.control.NonFatal

/** The functions of a session, for `register` and `unregister` of the Python package.
  *
  * The methods without a session are for a client of Spark Connect, which reaches the driver only
  * by a query: `SELECT java_method('io.github.rapidsudfs.SessionFunctions', …) FROM VALUES (0)`.
  * Spark's optimizer evaluates it, in the driver and with the client's session active.
  */
object SessionFunctions {

  /** Describes a session, and the functions that names, separated by commas, stand for in it.
    *
    * @return
    *   JSON: the library's `version`, the session's `extensions` and `functions`, an object with,
    *   by name, whether Spark itself has such a function (`builtin`) and the `class` of the
    *   function of that name that is not Spark's own, null without one
    */
  def describe(spark: SparkSession, names: String): String = {
    val mapper = new ObjectMapper
    val answer = mapper.createObjectNode().put("version", RapidsUdfs.version)
    answer.put("extensions", spark.conf.get("spark.sql.extensions", ""))
    val functions = answer.putObject("functions")
    val registry = SessionInternals.functionRegistry(spark)
    // Temporary and persistent ones, the latter with the names of catalogue and database.
    val users = spark.sql("SHOW USER FUNCTIONS").collect().map(_.getString(0).split('.').last).toSet
    items(names).foreach { name =>
      val builtin = FunctionNames.builtin(name)
      val own = FunctionRegistry.builtin.lookupFunction(builtin).map(_.getClassName)
      val present = registry
        .lookupFunction(FunctionNames.temporary(name))
        .orElse(registry.lookupFunction(builtin))
        .map(_.getClassName)
        .filterNot(own.contains)
      val other = present.orElse {
        if (users(name)) Try(spark.catalog.getFunction(name).className).toOption else None
      }
      functions.putObject(name).put("builtin", own.isDefined).put("class", other.orNull)
    }
    mapper.writeValueAsString(answer)
  }

  def describe(names: String): String = describe(active, names)

  /** Registers dual functions as temporary functions of a session: all or, if one fails, none.
    *
    * @param functions
    *   `name=class`, separated by commas; a name that already stands for the class is left alone
    * @return
    *   the name that failed and, on a second line, the reason; empty if none did
    */
  def register(spark: SparkSession, functions: String): String = {
    val registry = SessionInternals.functionRegistry(spark)
    def has(identifier: FunctionIdentifier, className: String) =
      registry.lookupFunction(identifier).exists(_.getClassName == className)

    var undo = List.empty[() => Unit]
    def failure(name: String, className: String): Option[String] = {
      val identifier = FunctionNames.temporary(name)
      val info = registry.lookupFunction(identifier)
      val builder = registry.lookupFunctionBuilder(identifier)
      undo ::= (() =>
        if (info.isEmpty) registry.dropFunction(identifier)
        else registry.registerFunction(identifier, info.get, builder.get)
      )
      try {
        RapidsUdfs.registerAs(spark, name, className)
        None
      } catch {
        case e @ (NonFatal(_) | _: LinkageError) => Some(s"$name\n$e")
      }
    }

    val failures =
      items(functions).iterator.map(_.split("=", 2)).flatMap { case Array(name, className) =>
        val identifiers = Seq(FunctionNames.temporary(name), FunctionNames.builtin(name))
        if (identifiers.exists(has(_, className))) None else failure(name, className)
      }
    if (failures.isEmpty) ""
    else {
      val first = failures.next()
      undo.foreach(_())
      first
    }
  }

  def register(functions: String): String = register(active, functions)

  /** Drops temporary functions, whose names are separated by commas; a builtin of Spark has its
    * name again. Returns an empty string.
    */
  def drop(spark: SparkSession, names: String): String = {
    val registry = SessionInternals.functionRegistry(spark)
    items(names).foreach { name =>
      registry.dropFunction(FunctionNames.temporary(name))
      // Before Spark 4.2 builtins and temporary functions have one namespace.
      val builtin = FunctionNames.builtin(name)
      if (!registry.functionExists(builtin))
        for {
          info <- FunctionRegistry.builtin.lookupFunction(builtin)
          builder <- FunctionRegistry.builtin.lookupFunctionBuilder(builtin)
        } registry.registerFunction(builtin, info, builder)
    }
    ""
  }

  def drop(names: String): String = drop(active, names)

  private def items(text: String): Seq[String] = text.split(",").toSeq.filter(_.nonEmpty)

  private def active: SparkSession =
    SparkSession.getActiveSession.getOrElse(
      throw new IllegalStateException("this runs in a task, not in the driver")
    )
}
