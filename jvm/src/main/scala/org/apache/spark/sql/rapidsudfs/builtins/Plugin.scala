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

  /** Whether plans are only made to be explained, and keep twins without an active plugin. */
  def isExplained(conf: SQLConf): Boolean =
    conf.getConfString("spark.rapidsUdfs.builtins.explained", "false") == "true"

  /** Returns whether the plugin's rules are among a session's rules and enabled. */
  def isActive(rules: Seq[ColumnarRule], conf: SQLConf): Boolean =
    rules.exists(_.getClass.getName == Rules) &&
      conf.getConfString("spark.rapids.sql.enabled", "true").trim.toLowerCase(Locale.ROOT) == "true"

  /** The plugin's verdicts on whether it would run expressions on the GPU by itself, under the
    * current settings; None if its year and month are not those that this library was built for, or
    * its classes are not as expected.
    */
  def verdicts(conf: SQLConf): Option[Expression => Boolean] =
    if (!isSupported) None
    else
      reflected("Builtins stay as they are: this version of the plugin gives no verdicts on them") {
        loaded.verdicts(conf)
      }

  /** Makes the plugin tag, as staying on the CPU, the operators from one that asks for an input
    * file's name down to its scan, if the scan stays there.
    */
  def keepFilesNamed(plan: SparkPlan, conf: SQLConf): Unit =
    reflected("input_file_name() below broadcasts is left to the plugin") {
      loaded.applyFilesRule(plan, conf)
    }

  private def reflected[T](otherwise: String)(block: => T): Option[T] =
    try Some(block)
    catch {
      case e @ (_: ReflectiveOperationException | _: LinkageError) =>
        log.warn(otherwise, e)
        None
    }

  /** The bodies are tested with one version of the plugin. Its patch releases give the same
    * results; those of another year or month might not.
    */
  private lazy val isSupported: Boolean = {
    val supported = month(BuildInfo.all().get("plugin"))
    val running = version.getOrElse("of an unknown version")
    val is = month(running) == supported
    if (!is)
      log.warn(
        s"Builtins stay as they are: the plugin is $running, and this build of rapids-udfs has " +
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

  /** The plugin's own class loader resolves the folder of classes of each Spark version. */
  private lazy val loaded = new Loaded

  private class Loaded {
    private val loadClass =
      Class.forName(Loader, true, Thread.currentThread().getContextClassLoader)

    private def load(name: String): Class[_] = loadClass
      .getMethod("loadClass", classOf[String])
      .invoke(null, s"$Package.$name")
      .asInstanceOf[Class[_]]

    private val conf = load("RapidsConf").getConstructor(classOf[SQLConf])
    private val companion = load("GpuOverrides$")
    private val overrides: AnyRef = companion.getField("MODULE$").get(null)
    private val wrap: Method = method(companion, "wrapExpr", 3)
    private val meta = load("RapidsMeta")
    private val tag: Method = meta.getMethod("tagForGpu")
    private val canBeReplaced: Method = meta.getMethod("canExprTreeBeReplaced")

    private def settings(of: SQLConf): AnyRef = conf.newInstance(of).asInstanceOf[AnyRef]

    def verdicts(conf: SQLConf): Expression => Boolean = {
      val current = settings(conf)
      expression =>
        try {
          val wrapped = wrap.invoke(overrides, expression, current, None)
          tag.invoke(wrapped)
          canBeReplaced.invoke(wrapped).asInstanceOf[Boolean]
        } catch {
          // Without a verdict the expression is left to the plugin.
          case NonFatal(e) =>
            log.warn(s"The plugin gave no verdict on $expression", e)
            true
        }
    }

    /** Applies the plugin's rule for expressions that name input files. */
    def applyFilesRule(plan: SparkPlan, conf: SQLConf): Unit = {
      val rule = load("InputFileBlockRule$")
      val apply = method(rule, "apply", 1)
      val wrapped = method(companion, "wrapPlan", 3).invoke(overrides, plan, settings(conf), None)
      tag.invoke(wrapped)
      apply.invoke(rule.getField("MODULE$").get(null), wrapped)
    }

    private def method(of: Class[_], name: String, parameters: Int): Method = of.getMethods
      .find(m => m.getName == name && m.getParameterCount == parameters)
      .getOrElse(throw new NoSuchMethodException(s"${of.getName}.$name"))
  }
}
