// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs.python

import io.github.rapidsudfs.python.{PyError, PyType, Unsupported}
import io.github.rapidsudfs.python.compiler.Program
import org.apache.spark.{QueryContext, SparkException}
import org.apache.spark.api.python.PythonException

/** The exception that a compiled Python function's exception fails a query with: Spark's own for
  * errors in Python, with Python's text.
  */
private[python] object PythonFailure {

  /** An exception as the last line of a traceback. */
  def text(e: PyError): String = {
    val message = e.str()
    val name = e.`type`.display
    if (message.isEmpty) name else s"$name: $message"
  }

  /** An error without a line comes from converting the function's result. */
  def of(program: Program, e: Throwable): Throwable =
    try failure(program, e)
    catch {
      // The text of an error may show a value whose form depends on the Python.
      case limit: Unsupported =>
        e match {
          case error: PyError => failure(program, limit.at(error.line, error.function))
          case _              => failure(program, limit)
        }
    }

  private def failure(program: Program, e: Throwable): Throwable = e match {
    case error: PyError =>
      val line = if (error.line > 0) error.line else program.line
      val (name, file) = program.place(error.function)
      val frame = s"""  File "$file", line $line, in $name\n"""
      val traceback = s"Traceback (most recent call last):\n$frame${text(error)}"
      val made = exception(
        if (error.is(PyType.STOP_ITERATION)) traceback + stopped(error) else traceback
      )
      val element = new StackTraceElement(SparksPackage, name, file, line)
      made.setStackTrace(element +: made.getStackTrace)
      made
    case limit: Unsupported =>
      val line = if (limit.line > 0) s", line ${limit.line}" else ""
      val (name, file) = program.place(limit.function)
      val off = s"${PythonSettings.Compiling}=off"
      new PythonUdfUndecided(s"""$name (File "$file"$line)""", limit.getMessage, off, limit)
    case other => other
  }

  /** Spark's worker's replacement for a `StopIteration` (`fail_on_stopiteration`). */
  private def stopped(error: PyError): String =
    "\n\nDuring handling of the above exception, another exception occurred:\n\n" +
      "Traceback (most recent call last):\n" +
      "pyspark.errors.exceptions.base.PySparkRuntimeError: [STOP_ITERATION_OCCURRED] " +
      s"Caught StopIteration thrown from user's code; failing the task: ${error.str()}"

  /** PySpark before 4.2 recognizes exceptions of Python UDFs by this in stack traces. */
  private val SparksPackage = "org.apache.spark.sql.execution.python"

  /** Spark's exception, whose constructor has more parameters since Spark 4.2. */
  private def exception(traceback: String): Throwable = {
    val message = "An exception was thrown from the Python worker"
    val constructors = classOf[PythonException].getConstructors
    def taking(types: Class[_]*) =
      constructors.find(_.getParameterTypes.toSeq == types)
    taking(classOf[String], classOf[Throwable])
      .map(_.newInstance(traceback, null))
      .orElse(
        taking(
          classOf[String],
          classOf[Map[_, _]],
          classOf[Throwable],
          classOf[Array[QueryContext]],
          classOf[String]
        ).map(
          _.newInstance(
            "PYTHON_EXCEPTION",
            Map("msg" -> message, "traceback" -> traceback),
            null,
            Array.empty[QueryContext],
            ""
          )
        )
      )
      .map(_.asInstanceOf[Throwable])
      .getOrElse(new SparkException(s"$message\n$traceback"))
  }
}
