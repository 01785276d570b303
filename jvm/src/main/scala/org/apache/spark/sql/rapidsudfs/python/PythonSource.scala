// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs.python

import java.util.regex.Pattern

/** The compiler's class as a member of the class that Spark generates for a stage, which has no
  * imports.
  */
private[python] object PythonSource {
  private val Package = "io.github.rapidsudfs.python."

  /** String literals, which stay unchanged, and names of classes. */
  private val Token =
    Pattern.compile(raw"""("(?:[^"\\]|\\.)*")|('(?:[^'\\]|\\.)*')|(?<![\w.$$])([A-Z]\w*)""")

  private val classes = new java.util.concurrent.ConcurrentHashMap[String, String]

  /** The class's name as generated code must write it. */
  def qualified(name: String): String = classes.computeIfAbsent(
    name,
    _ =>
      if (name == "Iterator") "java.util.Iterator"
      else
        try Class.forName(Package + name, false, getClass.getClassLoader).getName
        catch { case _: ClassNotFoundException => name }
  )

  def nested(source: String): String = {
    val body = source.linesIterator
      .filterNot(line => line.startsWith("import ") || line.startsWith("package "))
      .mkString("\n")
      .replaceFirst("public final class", "public static final class")
    val matcher = Token.matcher(body)
    val out = new StringBuffer
    while (matcher.find()) {
      val found = Option(matcher.group(3)).map(qualified).getOrElse(matcher.group)
      matcher.appendReplacement(out, java.util.regex.Matcher.quoteReplacement(found))
    }
    matcher.appendTail(out).toString
  }
}
