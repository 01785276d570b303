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
      made(
        "Traceback (most recent call last):\n" +
          s"""  File "$file", line ${error.line}, in $name\n""" + text(error)
      )
    case limit: Unsupported =>
      new SparkException(
        s"the compiled Python UDF $name met what it does not compute as Python does: " +
          s"${limit.getMessage}; set ${CompilePythonUdfs.Setting}=off for this query",
        limit
      )
    case other => other
  }

  /** Spark's exception, whose constructor has more parameters since Spark 4.1. */
  private def made(traceback: String): Throwable = {
    val message =
      "An exception was thrown from the Python worker. Please see the stack trace below."
    val constructors = classOf[PythonException].getConstructors
    def taking(types: Class[_]*) =
      constructors.find(_.getParameterTypes.toSeq == types)
    taking(classOf[String], classOf[Throwable])
      .map(_.newInstance(s"$message\n$traceback", null))
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
