// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs

import jakarta.servlet.http.HttpServletRequest
import org.apache.spark.ui.{SparkUITab, UIUtils, WebUIPage}

import scala.xml.Node

/** A page of Spark's UI, for Spark 4; the package of the servlet API differs in Spark 3. */
abstract class PageOfSparkUI(tab: SparkUITab) extends WebUIPage("") {
  protected def title: String

  /** The page; `root` is the prefix of the UI's URLs. */
  protected def content(root: String): Seq[Node]

  override def render(request: HttpServletRequest): Seq[Node] =
    SparkUIFrame.around(request, title, tab)(
      content(UIUtils.prependBaseUri(request, tab.basePath))
    )
}
