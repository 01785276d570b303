// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs.builtins

import org.apache.spark.sql.catalyst.expressions.{Expression, Literal}
import org.apache.spark.sql.catalyst.expressions.objects.{Invoke, StaticInvoke}

/** A builtin that Spark has replaced with a call of a static method: the simple class name, the
  * method and the arguments, for instance `StaticCall("UrlCodec", "decode", Seq(url))`.
  */
object StaticCall {
  def unapply(call: StaticInvoke): Option[(String, String, Seq[Expression])] =
    Some((simpleName(call.staticObject), call.functionName, call.arguments))

  private[builtins] def simpleName(c: Class[_]): String =
    c.getName.stripSuffix("$").split('.').last.split('$').last
}

/** A builtin that Spark has replaced with a call of a method of an evaluator object: the evaluator,
  * the method and the arguments.
  */
object InvokeCall {
  def unapply(call: Invoke): Option[(Any, String, Seq[Expression])] = call.targetObject match {
    case Literal(evaluator, _) if evaluator != null =>
      Some((evaluator, call.functionName, call.arguments))
    case _ => None
  }
}
