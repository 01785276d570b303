// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs

import org.apache.spark.ui.{SparkUITab, UIUtils}

import scala.xml.Node

/** The frame around a page of Spark's UI: its header, tabs and footer. */
private[rapidsudfs] object SparkUIFrame {

  /** Spark's own routine; parameters after the first four have defaults (4.2 added one). */
  private val routine = UIUtils.getClass.getMethods.find(_.getName == "headerSparkPage").get

  def around(request: AnyRef, title: String, tab: SparkUITab)(content: => Seq[Node]): Seq[Node] = {
    val first = Seq(request, title, () => content, tab)
    val defaults = (first.length + 1 to routine.getParameterCount).map { position =>
      UIUtils.getClass.getMethod(s"headerSparkPage$$default$$$position").invoke(UIUtils)
    }
    routine.invoke(UIUtils, first ++ defaults: _*).asInstanceOf[Seq[Node]]
  }
}
