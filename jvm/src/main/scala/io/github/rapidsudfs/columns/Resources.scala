// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.columns

import scala.util.control.NonFatal

/** Java's try-with-resources in Scala, for one resource; [[Columns]] owns several. */
trait Resources {

  /** Runs the block with the resource and closes it afterwards, even if the block throws. */
  def withResource[T <: AutoCloseable, R](resource: T)(block: T => R): R = {
    val result =
      try block(resource)
      catch { case t: Throwable => closeAfter(resource, t) }
    resource.close()
    result
  }

  private def closeAfter(resource: AutoCloseable, cause: Throwable): Nothing = {
    try if (resource != null) resource.close()
    catch { case NonFatal(e) => cause.addSuppressed(e) }
    throw cause
  }
}

object Resources extends Resources
