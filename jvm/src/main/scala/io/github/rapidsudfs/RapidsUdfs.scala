// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs

import com.fasterxml.jackson.databind.ObjectMapper
import io.github.rapidsudfs.api.{BuildInfo, Ddl, DualFunction, TypeMapping}
import io.github.rapidsudfs.metrics.Counters
import io.github.rapidsudfs.registry._
import org.apache.spark.sql.{Column, SparkSession}
import org.apache.spark.sql.execution.{QueryExecution, SparkPlan}
import org.apache.spark.sql.execution.python.UserDefinedPythonFunction
import org.apache.spark.sql.rapidsudfs.{Builders, EachProcess, RowBytes, UdfCalls, UdfWork}
import org.apache.spark.sql.rapidsudfs.python._
import org.apache.spark.sql.rapidsudfs.builtins.{SwapBuiltins, Twins}
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.types.{DataType, StructType}

import scala.collection.JavaConverters._

/** The library's entry point on the JVM. */
object RapidsUdfs {

  /** This library's version. */
  def version: String = BuildInfo.version()

  /** The versions that this jar was built for: `version`, `scala`, `spark`, `plugin`. */
  def buildInfo: java.util.Map[String, String] = BuildInfo.all()

  /** Registers functions of the catalogue as temporary functions of the session. Their arguments
    * are coerced, and result types may depend on the argument types.
    *
    * @param names
    *   the functions to register; all by default
    * @param prefix
    *   a prefix for each name
    * @param overrideBuiltin
    *   whether a function may take the name of a Spark builtin
    * @throws NoSuchElementException
    *   for a name that is not in the catalogue
    * @throws IllegalArgumentException
    *   for the name of a builtin. Nothing is registered in either case.
    */
  def register(
      spark: SparkSession,
      names: Seq[String] = Nil,
      prefix: String = "",
      overrideBuiltin: Boolean = false
  ): Unit = {
    val functions = if (names.isEmpty) Catalogue.all else names.map(Catalogue(_))
    functions.foreach(f => requireFree(prefix + f.signature().name(), overrideBuiltin))
    functions.foreach(f => registerAs(spark, prefix + f.signature().name(), f))
  }

  /** As [[register]], for callers in other languages. */
  def register(
      spark: SparkSession,
      names: java.util.List[String],
      prefix: String,
      overrideBuiltin: Boolean
  ): Unit = register(spark, names.asScala.toSeq, prefix, overrideBuiltin)

  /** Registers any dual function, of the catalogue or your own, as a temporary function. */
  def registerAs(spark: SparkSession, name: String, function: DualFunction): Unit = {
    val registry = SessionInternals.functionRegistry(spark)
    val (_, info, builder) = Builders.description(function, name)
    val identifier = FunctionNames.temporary(name)
    if (FunctionNames.isHidden(spark, name, info.getClassName)) {
      throw new IllegalArgumentException(
        s"'$name' is the name of a Spark builtin, which this Spark finds before temporary functions; " +
          s"set ${FunctionNames.Order}=first, or register under another name"
      )
    }
    // Spark logs a warning when a function is replaced, but not when it is dropped first.
    registry.synchronized {
      registry.dropFunction(identifier)
      registry.registerFunction(identifier, info, builder)
    }
  }

  /** As the other `registerAs`, by the class name of a dual function, for other languages. */
  def registerAs(spark: SparkSession, name: String, className: String): Unit =
    registerAs(
      spark,
      name,
      Catalogue.all.find(_.getClass.getName == className).getOrElse {
        Class
          .forName(className, true, Thread.currentThread().getContextClassLoader)
          .getDeclaredConstructor()
          .newInstance()
          .asInstanceOf[DualFunction]
      }
    )

  private def requireFree(name: String, overrideBuiltin: Boolean): Unit =
    if (!overrideBuiltin && isBuiltin(name)) {
      throw new IllegalArgumentException(
        s"'$name' is the name of a Spark builtin; register with a prefix, or ask for it to be overridden"
      )
    }

  /** The functions of a session, for callers in other languages. */
  def sessionFunctions: SessionFunctions.type = SessionFunctions

  /** The names of functions in Spark's registries, for callers in other languages. */
  def functionNames: FunctionNames.type = FunctionNames

  /** Returns whether Spark itself has a function of this name. */
  def isBuiltin(name: String): Boolean = FunctionNames.isBuiltin(name)

  /** Spark's builtins that have a columnar body here. */
  def builtins: java.util.List[String] = Twins.all.map(_.name).distinct.sorted.asJava

  /** Returns whether the plugin finds a columnar body in a call of a Scala or Java function. */
  def hasColumns(call: Expression): Boolean = UdfCalls.hasColumns(call)

  /** The functions of other libraries that sessions lack, each with the reason. */
  def skippedFunctions: java.util.List[String] = OtherLibraries.skipped().asJava

  /** The catalogue as JSON. */
  def catalogueJson: String = CatalogueJson.render

  /** The cuDF type of a Spark type in DDL, as `DECIMAL64(scale=-2)`; throws if there is none. */
  def cudfType(ddl: String): String = TypeMapping.toCudf(Ddl.parse(ddl)).toString

  /** The counters of this process: row calls, columnar batches and rows, odd rows, by name. */
  def counters: java.util.Map[String, Array[Long]] = Counters.snapshot()

  def resetCounters(): Unit = Counters.reset()

  /** As [[counters]], summed over the driver and all live executors, with zeros for the functions
    * and the columnar builtins of the session that have not been called. The counts of a lost
    * executor are lost.
    *
    * On a cluster this runs a small job. Call it when no other query runs.
    *
    * @throws java.lang.IllegalStateException
    *   if an executor has no free core for a minute
    */
  def counters(spark: SparkSession): java.util.Map[String, Array[Long]] = {
    val total = new java.util.TreeMap[String, Array[Long]]
    SwapBuiltins.names(spark).foreach(total.put(_, new Array(4)))
    EachProcess.ask(spark.sparkContext, () => Counters.snapshot()).values.foreach { counts =>
      counts
        .forEach((name, c) => total.merge(name, c, (a, b) => a.zip(b).map { case (x, y) => x + y }))
    }
    total
  }

  /** [[counters]] as JSON, for a single transfer to Python. */
  def countersJson(spark: SparkSession): String =
    new ObjectMapper().writeValueAsString(counters(spark))

  /** Resets the counters of the driver and all executors; throws as [[counters]] does. */
  def resetCounters(spark: SparkSession): Unit =
    EachProcess.ask(spark.sparkContext, () => Counters.reset())

  /** Counts the work of functions in the jobs of this thread until the tracker is stopped. */
  def track(spark: SparkSession): UdfWork.Tracker = new UdfWork.Tracker(spark.sparkContext)

  /** The work so far with [[RapidsUdfsPlugin]], as `WorkLedger.json`; null without it. */
  def workJson: String = UdfWork.json

  /** Calls a static method without parameters in the driver and in all live executors, and returns
    * its results as text, by executor id. For tools on the processes' class path that keep counters
    * of their own; throws as [[counters]] does.
    */
  def ofEachProcess(
      spark: SparkSession,
      className: String,
      method: String
  ): java.util.Map[String, String] =
    EachProcess.ask(spark.sparkContext, EachProcess.call(className, method)).asJava

  /** Receives the program of a Python function, or the reason why it has none, from the front end
    * in Python; see [[org.apache.spark.sql.rapidsudfs.python.{PythonPrograms, PythonReport}]].
    */
  def pythonProgram(function: AnyRef, json: String): Unit =
    PythonPrograms.put(function, json)

  /** The line and the reason for which a program is not compiled, as JSON; null if it is compiled.
    * `types` is a struct in Spark's JSON, of the arguments and the result; `pickled` says whether
    * values would be pickled rather than sent by Arrow.
    */
  def pythonRefusal(json: String, types: String, pickled: Boolean): String =
    PythonTarget
      .refusal(json, DataType.fromJson(types).asInstanceOf[StructType], pickled)
      .map { r =>
        val mapper = new ObjectMapper
        mapper.writeValueAsString(mapper.createArrayNode().add(r.line).add(r.reason))
      }
      .orNull

  /** As [[pythonProgram]], over Spark Connect, by the SHA-256 of the pickled code; the version. */
  def pythonProgramOfCommand(command: String, json: String): String = {
    PythonPrograms.putCommand(command, json)
    version
  }

  /** A column that calls a PySpark UDF on the list of a group's values, whose type is in Spark's
    * JSON; see [[org.apache.spark.sql.rapidsudfs.python.PythonAggregate]].
    */
  def pythonAggregate(udf: AnyRef, element: String, columns: java.util.List[Column]): Column =
    PythonAggregate.column(
      udf.asInstanceOf[UserDefinedPythonFunction],
      DataType.fromJson(element),
      columns.asScala.toSeq
    )

  /** The same as a SQL function of a session. */
  def registerPythonAggregate(
      spark: SparkSession,
      name: String,
      udf: AnyRef,
      element: String
  ): Unit =
    PythonAggregate.register(
      SessionInternals.functionRegistry(spark),
      name,
      udf.asInstanceOf[UserDefinedPythonFunction],
      DataType.fromJson(element)
    )

  /** The place where each Python UDF of a query runs, for `explain`: see
    * [[org.apache.spark.sql.rapidsudfs.python.PythonReport]].
    */
  def pythonUdfsJson(query: QueryExecution, plugin: Boolean): String =
    PythonReport.json(query, plugin)

  /** Returns whether a Python function has a program, or a reason for having none. */
  def isPythonProgram(function: AnyRef): Boolean = PythonPrograms.has(function)

  /** The pickled function of a Python UDF's call; null where Spark has put it elsewhere. */
  def pythonCommand(call: Expression): Array[Byte] = PythonReport.command(call)

  /** The rows of a plan as Spark's unsafe rows, each as its length and its bytes; for tools. */
  def collectBytes(plan: SparkPlan): Array[Byte] = RowBytes.collect(plan)
}
