// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs.python;

import org.apache.spark.SparkThrowable;

/**
 * A compiled Python UDF met a value for which it does not know what Python does. Written in Java:
 * Spark's lines declare different methods.
 */
public final class PythonUdfUndecided extends UnsupportedOperationException
    implements SparkThrowable {
  private static final long serialVersionUID = 1L;
  private static final String CONDITION = "RAPIDS_UDFS_PYTHON_UDF_UNDECIDED";

  PythonUdfUndecided(String where, String what, String off, Throwable cause) {
    super(
        "["
            + CONDITION
            + "] The compiled Python UDF "
            + where
            + " met what it does not compute as Python does: "
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
