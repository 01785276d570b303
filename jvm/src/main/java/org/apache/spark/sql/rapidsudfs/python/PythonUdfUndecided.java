// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs.python;

import org.apache.spark.SparkThrowable;

/**
 * Thrown if a compiled Python UDF meets a value for which Python's behaviour is unknown. Written in
 * Java because Spark's release lines declare different methods.
 */
public final class PythonUdfUndecided extends UnsupportedOperationException
    implements SparkThrowable {
  private static final String CONDITION = "RAPIDS_UDFS_PYTHON_UDF_UNDECIDED";

  PythonUdfUndecided(String where, String what, String off, Throwable cause) {
    super(
        "["
            + CONDITION
            + "] The compiled Python UDF "
            + where
            + " met a case that it does not compute as Python does: "
            + what
            + ". Leave it to Python: mark the function with asNondeterministic(), or set "
            + off
            + " for this query.",
        cause);
  }

  public String getCondition() {
    return CONDITION;
  }

  @SuppressWarnings("deprecation")
  public String getErrorClass() {
    return CONDITION;
  }

  public String getSqlState() {
    return "0A000";
  }
}
