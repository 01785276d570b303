// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.columns

import scala.util.control.NonFatal

/** Ownership of closeable resources in Scala bodies; Java bodies use try-with-resources. */
trait Resources {

  /** Runs the block with the resource and closes it afterwards, even if the block throws. */
  def withResource[T <: AutoCloseable, R](resource: T)(block: T => R): R = {
    val result =
      try block(resource)
      catch { case t: Throwable => closeAfter(resource, t) }
    resource.close()
    result
  }

  /** As [[withResource]], for several resources; all are closed, the last one first. */
  def withResources[T <: AutoCloseable, R](resources: Seq[T])(block: Seq[T] => R): R =
    resources.toList match {
      case Nil => block(resources)
      case _   => withResource(new Closing(resources))(_ => block(resources))
    }

  /** Runs the block with the resource and closes it only if the block throws. */
  def closeOnExcept[T <: AutoCloseable, R](resource: T)(block: T => R): R =
    try block(resource)
    catch { case t: Throwable => closeAfter(resource, t) }

  private def closeAfter(resource: AutoCloseable, cause: Throwable): Nothing = {
    try if (resource != null) resource.close()
    catch { case NonFatal(e) => cause.addSuppressed(e) }
    throw cause
  }
}

object Resources extends Resources

private final class Closing(resources: Seq[AutoCloseable]) extends AutoCloseable {
  override def close(): Unit = {
    val failures = resources.reverse.flatMap { resource =>
      try { if (resource != null) resource.close(); None }
      catch { case NonFatal(e) => Some(e) }
    }
    failures.headOption.foreach { first =>
      failures.tail.foreach(first.addSuppressed)
      throw first
    }
  }
}
