// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.metrics;

/** The ways in which a function call is executed. */
public enum ExecutionPath {
  /** The columnar body, called by the plugin. */
  COLUMNAR("columnar"),
  /** The row-wise body, compiled into the query. */
  COMPILED("compiled"),
  /** The row-wise body, called as Spark calls any UDF. */
  ROWS("rows"),
  /** The row-wise body, inside an operator on the GPU. */
  BRIDGE("cpu-bridge"),
  /** The row-wise body, for rows that the columnar body of a Python UDF leaves to it. */
  ODD("odd-rows");

  private final String text;

  ExecutionPath(String text) {
    this.text = text;
  }

  /** The way with this name. */
  public static ExecutionPath of(String text) {
    for (ExecutionPath where : values()) {
      if (where.text.equals(text)) {
        return where;
      }
    }
    throw new IllegalArgumentException("unknown way to execute a function: " + text);
  }

  @Override
  public String toString() {
    return text;
  }
}
