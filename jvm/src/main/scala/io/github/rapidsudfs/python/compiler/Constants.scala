// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python
package compiler

import java.util.Base64

import com.fasterxml.jackson.databind.node.JsonNodeFactory

import scala.collection.JavaConverters._

/** Constants of the program as run-time values. */
private[python] object Constants {
  private val json = JsonNodeFactory.instance

  def float(text: String): Double = text match {
    case "inf"  => Double.PositiveInfinity
    case "-inf" => Double.NegativeInfinity
    case "nan"  => Double.NaN
    case hex    => java.lang.Double.parseDouble(hex)
  }

  def negative(value: Node): Node = {
    val text = value.text("v")
    val other = if (text.startsWith("-")) text.tail else "-" + text
    new Node(json.objectNode.put("k", value.text("k")).put("v", other))
  }

  def decimal(text: String): Node =
    new Node(json.objectNode.put("k", "decimal").put("v", text))

  /** A constant tuple, list or set of constants. */
  def display(node: Node): Node = {
    val elements = json.arrayNode
    node.list("elts").foreach(e => elements.add(e("value").json))
    val kind = if (node.kind == "Set") "frozenset" else "tuple"
    new Node(
      json.objectNode.put("k", kind).set[com.fasterxml.jackson.databind.JsonNode]("v", elements)
    )
  }

  def loneSurrogate(s: String): Boolean =
    s.indices.exists { i =>
      val c = s.charAt(i)
      Character
        .isHighSurrogate(c) && !(i + 1 < s.length && Character.isLowSurrogate(s.charAt(i + 1))) ||
      Character.isLowSurrogate(c) && !(i > 0 && Character.isHighSurrogate(s.charAt(i - 1)))
    }

  private def part(v: Node, i: Int): Long = v("v").json.get(i).asLong

  /** The value and its static type. Lists, sets and dictionaries are frozen. */
  def value(node: Node, v: Node, minor: Int): (AnyRef, StaticType) = {
    def all = v.list("v").map(e => value(node, e, minor)._1)
    v.text("k") match {
      case "none"  => (null, StaticType.None)
      case "bool"  => (Boolean.box(v("v").json.asBoolean), StaticType.Bool)
      case "float" => (Double.box(float(v.text("v"))), StaticType.Float)
      case "int" =>
        val i = BigInt(v.text("v"))
        (if (i.isValidLong) Long.box(i.toLong) else i.bigInteger, StaticType.Any)
      case "str" =>
        if (loneSurrogate(v.text("v"))) node.refuse("a string with a lone surrogate")
        (v.text("v"), StaticType.Str)
      case "bytes" => (new PyBytes(Base64.getDecoder.decode(v.text("v"))), StaticType.Bytes)
      case "tuple" => (new PyTuple(all: _*), StaticType.Tuple)
      case "record" =>
        (new PyRecord(v.text("name"), v.texts("fields").toArray, all: _*), StaticType.Record)
      case "list" => (PyList.of(all: _*).freeze(), StaticType.List)
      case k @ ("set" | "frozenset") =>
        val set = new PySet(k == "frozenset")
        all.foreach(set.add)
        (set.freeze(), StaticType.Set)
      case "dict" =>
        val pairs = v("v").json.elements.asScala.toList.flatMap { p =>
          Seq(p.get(0), p.get(1)).map(e => value(node, new Node(e), minor)._1)
        }
        (PyDict.of(pairs: _*).freeze(), StaticType.Dict)
      case "decimal"   => (PyDecimal.parse(v.text("v")), StaticType.Decimal)
      case "date"      => (PyDate.of(part(v, 0), part(v, 1), part(v, 2)), StaticType.Date)
      case "timedelta" => (PyTimeDelta.of(part(v, 0), part(v, 1), part(v, 2)), StaticType.Any)
      case "datetime" =>
        val p = (0 to 6).map(part(v, _))
        (PyDateTime.of(p(0), p(1), p(2), p(3), p(4), p(5), p(6)), StaticType.DateTime)
      case "pattern" if !v("bytes").json.asBoolean =>
        (PyPattern.of(v.text("v"), v("flags").json.asLong, minor), StaticType.Pattern)
      case other => node.refuse(s"a constant of type $other")
    }
  }
}
