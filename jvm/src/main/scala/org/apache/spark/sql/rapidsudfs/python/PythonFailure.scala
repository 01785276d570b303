// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs.python

import io.github.rapidsudfs.python.{PyError, Unsupported}
import org.apache.spark.{QueryContext, SparkException}
import org.apache.spark.api.python.PythonException

/** What a query fails with for an exception of a compiled Python function: Spark's own exception
  * for errors in Python, with Python's text of it.
  */
private[python] object PythonFailure {

  /** An exception as the last line of a traceback. */
  def text(e: PyError): String = {
    val message = e.str()
    val name = e.`type`.display
    if (message.isEmpty) name else s"$name: $message"
  }

  def of(name: String, file: String, e: Throwable): Throwable = e match {
    case error: PyError =>
      val made = exception(
        "Traceback (most recent call last):\n" +
          s"""  File "$file", line ${error.line}, in $name\n""" + text(error)
      )
      val frame = new StackTraceElement(SparksPackage, name, file, error.line)
      made.setStackTrace(frame +: made.getStackTrace)
      made
    case limit: Unsupported =>
      new SparkException(
        s"the compiled Python UDF $name met what it does not compute as Python does: " +
          s"${limit.getMessage}; set ${CompilePythonUdfs.Setting}=off for this query",
        limit
      )
    case other => other
  }

  /** PySpark before 4.2 looks for it in stack traces to know the exceptions of Python UDFs. */
  private val SparksPackage = "org.apache.spark.sql.execution.python"

  /** Spark's exception, whose constructor has more parameters since Spark 4.2. */
  private def exception(traceback: String): Throwable = {
    val message =
      "An exception was thrown from the Python worker. Please see the stack trace below."
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
