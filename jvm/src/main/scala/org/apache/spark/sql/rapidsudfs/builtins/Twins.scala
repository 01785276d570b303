// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs.builtins

import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.internal.SQLConf

import java.util.Locale

/** All twins, and the selection of a session. */
object Twins {
  val Setting = "spark.rapidsUdfs.builtins"

  val all: Seq[Twin] =
    DateTwins.all ++ NumberTwins.all ++ TextTwins.all ++ ArrayTwins.all ++ LineTwins.all

  private lazy val names: Set[String] = all.map(_.name).toSet
  private lazy val byRoot: Map[Class[_], Seq[Twin]] = all.groupBy(_.root)

  /** The twins of expressions of a class. */
  def of(root: Class[_ <: Expression]): Seq[Twin] = byRoot.getOrElse(root, Nil)

  /** The names selected by the setting; throws an IllegalArgumentException for unknown ones. */
  def wanted(conf: SQLConf): Set[String] =
    conf.getConfString(Setting, "all").trim.toLowerCase(Locale.ROOT) match {
      case "all"  => names
      case "none" => Set.empty
      case list =>
        val asked = list.split(',').map(_.trim).filter(_.nonEmpty).toSet
        val unknown = asked -- names
        if (asked.isEmpty || unknown.nonEmpty)
          throw new IllegalArgumentException(
            s"$Setting must be all, none or names out of ${names.toSeq.sorted.mkString(", ")}; " +
              s"not ${if (asked.isEmpty) "empty" else unknown.toSeq.sorted.mkString(", ")}"
          )
        asked
    }
}
