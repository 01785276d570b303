// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.columns

import io.github.rapidsudfs.PatientSuite
import scala.collection.mutable

/** For suites on closing: things that record when they are closed, and may fail then. */
abstract class ClosedThings extends PatientSuite with Resources {
  protected val closed = mutable.ArrayBuffer.empty[String]

  override def beforeEach(context: BeforeEach): Unit = closed.clear()

  /** All are equal: what owns them must compare identities. */
  protected class Thing(name: String, fault: Option[Throwable] = None) extends AutoCloseable {
    override def close(): Unit = {
      closed += name
      fault.foreach(throw _)
    }
    override def equals(other: Any): Boolean = other.isInstanceOf[Thing]
    override def hashCode: Int = 0
    override def toString: String = name
  }

  /** Not intercept, which lets an OutOfMemoryError pass. */
  protected def thrown(block: => Any): Throwable = {
    val fault =
      try { block; null }
      catch { case t: Throwable => t }
    assert(fault != null, "nothing was thrown")
    fault
  }
}
