// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.udf

import ai.rapids.cudf.ColumnVector
import io.github.rapidsudfs.api.{Category, NullRule, Signature}
import io.github.rapidsudfs.columns.CheckedFunction

import java.util.concurrent.atomic.AtomicInteger

/** Functions of tests whose bodies are given. */
object Probes {

  /** Of one argument. */
  def of(
      argument: String,
      result: String,
      rule: NullRule = NullRule.ANY_NULL_PROPAGATED
  ): Signature.Builder =
    named(result, rule).takes("value", argument)

  def named(result: String, rule: NullRule = NullRule.ANY_NULL_PROPAGATED): Signature.Builder =
    Signature
      .named(s"probe_${count.incrementAndGet()}")
      .in(Category.META)
      .returns(result)
      .nulls(rule)
      .summary("A probe")
      .example("probe()", "NULL")

  // Names differ, for counters are by name.
  private val count = new AtomicInteger
}

/** A function with the columnar body that it is given. */
final class ColumnarProbe(override val signature: Signature)(
    body: Array[ColumnVector] => ColumnVector
) extends CheckedFunction {
  override def rowBody(args: Array[AnyRef]): AnyRef = throw new UnsupportedOperationException
  override def columnarBody(rows: Int, args: Array[ColumnVector]): ColumnVector = body(args)
}

/** A function with the row-wise body that it is given. */
final class RowProbe(override val signature: Signature)(body: Seq[Any] => Any)
    extends CheckedFunction {
  override def rowBody(args: Array[AnyRef]): AnyRef = body(args.toSeq).asInstanceOf[AnyRef]
  override def columnarBody(rows: Int, args: Array[ColumnVector]): ColumnVector =
    throw new UnsupportedOperationException
}
