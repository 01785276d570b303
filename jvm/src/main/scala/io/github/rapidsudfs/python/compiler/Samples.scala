// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python
package compiler

import scala.util.control.NonFatal

/** Trials of operations while a function is compiled: one that decides no case with its constants
  * (`f"{n:n}"`, `s.encode("cp1252")`) is rejected, as the query would fail.
  */
private[python] object Samples {

  /** Values of a static type; empty if it has no typical ones. */
  private def of(tpe: StaticType): Seq[AnyRef] = tpe.python match {
    case "NoneType"  => Seq(null)
    case "int"       => Seq(1L, 12L, 2024L).map(Long.box)
    case "float"     => Seq(1.5, 0.0).map(Double.box)
    case "bool"      => Seq(true, false).map(Boolean.box)
    case "str"       => Seq("", "a", "1", "2024-01-02", "{}")
    case "bytes"     => Seq("", "a", "{}").map(PyBytes.of)
    case "Decimal"   => Seq("1.5", "0").map(PyDecimal.parse)
    case "date"      => Seq(PyDate.of(2024, 1, 2))
    case "datetime"  => Seq(PyDateTime.of(2024, 1, 2, 3, 4, 5, 6))
    case "time"      => Seq(PyTime.of(3, 4, 5, 6))
    case "timedelta" => Seq(PyTimeDelta.of(1, 2, 3))
    case "list"      => tpe.item.toSeq.flatMap(of).map(PyList.of(_)) :+ PyList.of()
    case "tuple"     => Seq(new PyTuple(), new PyTuple("a"), new PyTuple(Long.box(1)))
    // Of several items: with fewer, no order shows.
    case "set" => Seq(PySet.of(Long.box(1), Long.box(2)), PySet.of("a", "b"))
    case _     => Nil
  }

  /** A size of this order would take time and memory: `"x".ljust(1_000_000_000)`. */
  private def isLarge(value: AnyRef): Boolean = value match {
    case n: java.lang.Long => n.longValue > 100000 || n.longValue < -100000
    case _                 => value.isInstanceOf[java.math.BigInteger]
  }

  /** The reason why every sample of the arguments is left undecided; None if one is not.
    *
    * @param arguments
    *   a constant, or a type
    */
  def undecided(
      arguments: Seq[Either[AnyRef, StaticType]]
  )(call: Seq[AnyRef] => Any): Option[String] = {
    val values = arguments.map(_.fold(Seq(_), of))
    if (values.isEmpty || values.exists(v => v.isEmpty || v.exists(isLarge))) None
    else {
      val trials = Iterator.range(0, values.map(_.size).max).map { i =>
        try { call(values.map(v => v(i % v.size))); None }
        catch {
          case e: Unsupported                => Some(e.getMessage)
          case NonFatal(_) | _: LinkageError => None
        }
      }
      val first = trials.next()
      first.filter(_ => trials.forall(_.isDefined))
    }
  }
}
