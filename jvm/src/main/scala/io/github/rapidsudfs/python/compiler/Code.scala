// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python
package compiler

import scala.collection.mutable.ArrayBuffer

/** Text that is filled in after its position is fixed. */
private[python] final class Slot { var text: String = "" }

/** Java statements in order, some of which are written later. */
private[python] final class Block {
  private val items = ArrayBuffer.empty[AnyRef]

  def +=(line: String): Unit = items += line
  def add(block: Block): Unit = items += block

  def slot(): Slot = {
    val s = new Slot
    items += s
    s
  }

  def block(): Block = {
    val b = new Block
    items += b
    b
  }

  def render(to: StringBuilder): Unit = items.foreach {
    case b: Block => b.render(to)
    case s: Slot  => if (s.text.nonEmpty) to.append(s.text).append('\n')
    case line     => to.append(line).append('\n')
  }
}

private[python] object Code {

  /** A Java string literal. */
  def quote(s: String): String = {
    val b = new StringBuilder("\"")
    s.foreach {
      case '"'                       => b.append("\\\"")
      case '\\'                      => b.append("\\\\")
      case '\n'                      => b.append("\\n")
      case '\r'                      => b.append("\\r")
      case '\t'                      => b.append("\\t")
      case c if c >= ' ' && c <= '~' => b.append(c)
      case c if c < ' '              => b.append("\\%03o".format(c.toInt))
      case c                         => b.append("\\u%04x".format(c.toInt))
    }
    b.append('"').toString
  }
}
