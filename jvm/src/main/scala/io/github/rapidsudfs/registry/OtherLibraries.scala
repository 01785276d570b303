// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.registry

import io.github.rapidsudfs.api.{Ddl, DualFunction, Signature}
import org.slf4j.LoggerFactory

import java.lang.reflect.InvocationTargetException
import java.net.URL
import java.nio.charset.CharacterCodingException
import scala.annotation.tailrec
import scala.collection.JavaConverters._
import scala.io.{Codec, Source}
import scala.util.control.NonFatal

/** The functions of libraries built on this one. Their jars name the classes, one per line, in
  * `META-INF/services/io.github.rapidsudfs.api.DualFunction`.
  */
object OtherLibraries {
  private val log = LoggerFactory.getLogger(getClass.getName.stripSuffix("$"))
  private val Index = s"META-INF/services/${classOf[DualFunction].getName}"

  /** The functions on the class path of this thread.
    *
    * Skipped with a warning in the log, so that one jar cannot break every session: a class that is
    * missing, is not a dual function, cannot be created or names an unknown type, a function with
    * the name of a Spark builtin, of a function of this library, or of another of these functions
    * before it, and a list of classes that cannot be read.
    */
  def functions(): Seq[DualFunction] = functions(log.warn(_: String))

  /** The warnings in the log about skipped functions. */
  def skipped(): Seq[String] = {
    val warnings = Seq.newBuilder[String]
    functions(warnings += _)
    warnings.result()
  }

  private[registry] def functions(warn: String => Unit): Seq[DualFunction] = {
    val loader =
      Option(Thread.currentThread().getContextClassLoader).getOrElse(getClass.getClassLoader)
    val named = loader.getResources(Index).asScala.toList.flatMap { index =>
      try classes(index).map(_ -> index)
      catch {
        case NonFatal(e) =>
          val why = e match {
            case _: CharacterCodingException => s"$Index is not UTF-8"
            case _                           => e
          }
          warn(s"Skipped the functions that ${jar(index)} names: $why")
          Nil
      }
    }
    // Several loaders may find the same jar.
    val indexes = named.reverse.toMap
    named.map(_._1).distinct.foldLeft(Vector.empty[DualFunction]) { (found, className) =>
      try {
        val function = instance(Class.forName(className, true, loader))
        taken(function.signature().name(), found).foreach { other =>
          throw new IllegalStateException(
            s"it is named '${function.signature().name()}', like $other: rename it in its signature"
          )
        }
        checkTypes(function.signature())
        found :+ function
      } catch {
        case e @ (NonFatal(_) | _: LinkageError) =>
          val by = jar(indexes(className))
          warn(s"Skipped the function $className, which $by names: ${thrown(e)}")
          found
      }
    }
  }

  private def classes(index: URL): Seq[String] = {
    val connection = index.openConnection()
    connection.setUseCaches(false)
    val text = Source.fromInputStream(connection.getInputStream)(Codec.UTF8)
    // Some editors start a UTF-8 file with a byte order mark.
    try
      text
        .getLines()
        .map(_.stripPrefix("\uFEFF").takeWhile(_ != '#').trim)
        .filter(_.nonEmpty)
        .toList
    finally text.close()
  }

  private def instance(found: Class[_]): DualFunction =
    found.getDeclaredConstructor().newInstance() match {
      case function: DualFunction => function
      case _ => throw new IllegalStateException(s"it is not a ${classOf[DualFunction].getName}")
    }

  /** Throws for a type unknown to Spark, which would otherwise fail the function's first call. */
  private def checkTypes(signature: Signature): Unit = {
    signature.arguments().forEach(argument => argument.`type`())
    if (!signature.dependentResult()) Ddl.parse(signature.resultDdl())
  }

  /** The exception from a constructor or static initializer, without the JVM's wrappers: a class
    * whose initializer has failed is not found the next time.
    */
  @tailrec private def thrown(e: Throwable): Throwable = e match {
    case _: InvocationTargetException | _: ExceptionInInitializerError | _: NoClassDefFoundError
        if e.getCause != null =>
      thrown(e.getCause)
    case _ => e
  }

  private def taken(name: String, found: Seq[DualFunction]): Option[String] =
    if (FunctionNames.isBuiltin(name)) Some("a Spark builtin")
    else if (Catalogue.contains(name)) Some("a function of rapids-udfs")
    else found.find(_.signature().name() == name).map(_.getClass.getName)

  private def jar(index: URL): String =
    index.toString.stripPrefix("jar:").stripSuffix(Index).stripSuffix("!/")
}
