// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs.python

import org.apache.spark.SPARK_VERSION
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.types.{BinaryType, DataType, DecimalType}

/** The path of a Python UDF's values to Python and back, on which their conversion depends. */
private[python] object Transport {

  /** Settings that change how values are converted. */
  private val PandasConversion = "spark.sql.legacy.execution.pythonUDF.pandas.conversion.enabled"
  private val IntsToDecimals = "spark.sql.execution.pythonUDF.pandas.intToDecimalCoercionEnabled"
  private val ArrowSafely = "spark.sql.execution.pandas.convertToArrowArraySafely"
  private val BinaryAsBytes = "spark.sql.execution.pyspark.binaryAsBytes"

  /** The minor version from which Arrow's values are Python's, and binary ones `bytes`. */
  private val isSince41 = {
    val parts = SPARK_VERSION.split("\\D+")
    val (major, minor) = (parts(0).toInt, parts(1).toInt)
    major > 4 || (major == 4 && minor >= 1)
  }

  /** The reason why the values of a call are not known here.
    *
    * @param arguments
    *   their types
    */
  def refusal(arguments: Seq[DataType], result: DataType, pickled: Boolean): Option[String] = {
    val conf = SQLConf.get
    def isSet(setting: String, default: Boolean) =
      conf.getConfString(setting, default.toString).equalsIgnoreCase("true")
    def has(types: Seq[DataType])(found: PartialFunction[DataType, Unit]) =
      types.exists(_.existsRecursively(found.isDefinedAt))
    val takesBinary = has(arguments) { case BinaryType => }
    if (!pickled && !isSince41)
      Some("the values of Arrow UDFs come by pandas before Spark 4.1: useArrow=False")
    else if (!pickled && isSet(PandasConversion, default = false))
      Some(s"$PandasConversion is on")
    else if (!pickled && !isSet(ArrowSafely, default = true)) Some(s"$ArrowSafely is off")
    else if (
      !pickled && isSet(IntsToDecimals, default = false) &&
      has(Seq(result)) { case _: DecimalType => }
    )
      Some(s"$IntsToDecimals is on")
    else if (takesBinary && !(isSince41 && isSet(BinaryAsBytes, default = true)))
      Some("BINARY arguments are bytearray objects")
    else None
  }
}
