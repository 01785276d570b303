// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

/**
 * Spark's own error on its way out of a columnar body.
 *
 * <p>The plugin wraps every exception of a UDF into one of its own, but no error. As what a task
 * failed with goes to the driver serialized, the driver sees the error that Spark's builtin throws.
 */
final class Refusal extends Error {
  private static final long serialVersionUID = 1L;

  private final Exception own;

  Refusal(Exception own) {
    super(own.getMessage(), own.getCause());
    this.own = own;
    setStackTrace(own.getStackTrace());
  }

  private Object writeReplace() {
    return own;
  }

  @Override
  public String toString() {
    return own.toString();
  }
}
