// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs.builtins

import io.github.rapidsudfs.api.BuildInfo
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.execution.{ColumnarRule, SparkPlan}
import org.apache.spark.sql.internal.SQLConf
import org.slf4j.LoggerFactory

import java.lang.reflect.Method
import java.util.{Locale, Properties}
import scala.util.control.NonFatal

/** The plugin of a session: whether it is active, and its verdicts on expressions. */
private[rapidsudfs] object Plugin {
  private val Rules = "com.nvidia.spark.rapids.ColumnarOverrideRules"
  private val Loader = "com.nvidia.spark.rapids.ShimReflectionUtils"
  private val Package = "com.nvidia.spark.rapids"
  private val Release = "rapids4spark-version-info.properties"
  private val log = LoggerFactory.getLogger(getClass.getName.stripSuffix("$"))

  /** Spark's own trait for logging differs between its release lines. */
  private def logWarning(text: String, cause: Throwable = null): Unit = log.warn(text, cause)

  /** Returns whether plans are only made to be explained: they contain twins even if the plugin is
    * not active, and keep them.
    */
  def isExplained(conf: SQLConf): Boolean =
    conf.getConfString("spark.rapidsUdfs.builtins.explained", "false") == "true"

  /** Returns whether the plugin's rules are among a session's rules and enabled. */
  def isActive(rules: Seq[ColumnarRule], conf: SQLConf): Boolean =
    rules.exists(_.getClass.getName == Rules) &&
      conf.getConfString("spark.rapids.sql.enabled", "true").trim.toLowerCase(Locale.ROOT) == "true"

  /** The plugin's verdicts under the current settings; None if its year and month are not those
    * that this library was built for, or its classes are not as expected.
    */
  def verdicts(conf: SQLConf): Option[Expression => Boolean] =
    if (!isSupported) None
    else
      try Some(new Verdicts(conf))
      catch {
        case e @ (_: ReflectiveOperationException | _: LinkageError) => unknown(e)
      }

  /** Makes the plugin tag, as staying on the CPU, the operators from one that asks for an input
    * file's name down to its scan, if the scan stays there.
    */
  def keepFilesNamed(plan: SparkPlan, conf: SQLConf): Unit =
    try loaded.filesRule(loaded.conf.newInstance(conf).asInstanceOf[AnyRef], plan)
    catch {
      case e @ (_: ReflectiveOperationException | _: LinkageError) =>
        logWarning("input_file_name() below broadcasts is left to the plugin", e)
    }

  /** The bodies are tested with one version of the plugin. Its patch releases give the same
    * results; those of another year or month might not.
    */
  private lazy val isSupported: Boolean = {
    val supported = month(BuildInfo.all().get("plugin"))
    val found = version.getOrElse("of an unknown version")
    val is = month(found) == supported
    if (!is)
      logWarning(
        s"Builtins stay as they are: the plugin is $found, and this build of rapids-udfs has " +
          s"columnar bodies for $supported"
      )
    is
  }

  /** `26.08` of `26.08.1`. */
  private def month(release: String): String = release.split('.').take(2).mkString(".")

  private def version: Option[String] =
    Option(Thread.currentThread().getContextClassLoader.getResourceAsStream(Release)).flatMap {
      in =>
        try {
          val properties = new Properties
          properties.load(in)
          Option(properties.getProperty("version"))
        } finally in.close()
    }

  private def unknown(e: Throwable): None.type = {
    logWarning(
      "Builtins stay as they are: this version of the plugin gives no verdicts on them",
      e
    )
    None
  }

  /** The plugin's jar has a folder of classes for each Spark version, which its own class loader
    * resolves.
    */
  private lazy val loaded = new Loaded

  private class Loaded {
    private val loadClass =
      Class.forName(Loader, true, Thread.currentThread().getContextClassLoader)
    private def load(name: String): Class[_] = loadClass
      .getMethod("loadClass", classOf[String])
      .invoke(null, s"$Package.$name")
      .asInstanceOf[Class[_]]

    val conf = load("RapidsConf").getConstructor(classOf[SQLConf])
    private val companion = load("GpuOverrides$")
    val overrides: AnyRef = companion.getField("MODULE$").get(null)
    val wrap: Method = method(companion, "wrapExpr", 3)
    private val meta = load("RapidsMeta")
    val tag: Method = meta.getMethod("tagForGpu")
    val canBeReplaced: Method = meta.getMethod("canExprTreeBeReplaced")

    /** The plugin's rule for expressions that name input files, under its settings. */
    lazy val filesRule: (AnyRef, SparkPlan) => Unit = {
      val wrapPlan = method(companion, "wrapPlan", 3)
      val rule = load("InputFileBlockRule$")
      val apply = method(rule, "apply", 1)
      (settings, plan) => {
        val wrapped = wrapPlan.invoke(overrides, plan, settings, None)
        tag.invoke(wrapped)
        apply.invoke(rule.getField("MODULE$").get(null), wrapped)
      }
    }

    private def method(of: Class[_], name: String, parameters: Int): Method = of.getMethods
      .find(m => m.getName == name && m.getParameterCount == parameters)
      .getOrElse(throw new NoSuchMethodException(s"${of.getName}.$name"))
  }

  /** The plugin's verdict on whether it would run an expression on the GPU by itself. */
  private class Verdicts(conf: SQLConf) extends (Expression => Boolean) {
    private val plugin = loaded
    private val settings = plugin.conf.newInstance(conf)

    override def apply(expression: Expression): Boolean =
      try {
        val meta =
          plugin.wrap.invoke(plugin.overrides, expression, settings.asInstanceOf[AnyRef], None)
        plugin.tag.invoke(meta)
        plugin.canBeReplaced.invoke(meta).asInstanceOf[Boolean]
      } catch {
        // Without a verdict the expression is left to the plugin.
        case NonFatal(e) =>
          logWarning(s"The plugin gave no verdict on $expression", e)
          true
      }
  }
}
