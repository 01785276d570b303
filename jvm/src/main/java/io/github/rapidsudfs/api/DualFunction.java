// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.api;

import ai.rapids.cudf.ColumnVector;
import com.nvidia.spark.RapidsUDF;
import java.io.Serializable;

/**
 * A function with a row-wise body for the CPU and a columnar body for the GPU.
 *
 * <p>Extend {@code Udf0} to {@code Udf22}, or {@code VarargsUdf}, rather than this. Such a class is
 * not tied to a kind of UDF: a {@code ScalaUDF}, {@code registerJavaFunction} and Hive's adapters
 * all take it. The base classes do the following for a body, based on the signature:
 *
 * <ul>
 *   <li>Row-wise: arguments have the classes of {@code RowValues}, or are Spark's internal values
 *       where the class's type parameter is the internal class ({@code UTF8String} for a string),
 *       integers and decimals already widened to the declared type; with {@link NullRule#ANY_NULL}
 *       never null; the result may be null, and a decimal beyond the declared precision becomes
 *       null.
 *   <li>Columnar: arguments have the declared cuDF types and the batch's row count, which is never
 *       0; they are borrowed (never close them). The result belongs to the caller: it is checked
 *       (rows, type, decimal precision, nulls) and closed if a check fails. Close every
 *       intermediate, also when a call throws, and let exceptions pass: the plugin retries a batch
 *       after an out-of-memory, so the body must be repeatable.
 * </ul>
 */
public interface DualFunction extends RapidsUDF, Serializable {
  Signature signature();

  /** The row-wise body over arguments that are already adapted, without counting and null rule. */
  Object rowBody(Object[] args);

  /** The columnar body over arguments that are already checked; its result is not checked. */
  ColumnVector columnarBody(int rows, ColumnVector[] args);
}
