// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

/**
 * Carries Spark's own error out of a columnar body.
 *
 * <p>The plugin wraps every exception of a UDF, but lets an {@code Error} pass. The failure is
 * serialized when it is sent to the driver, which therefore sees the builtin's own error.
 */
final class Refusal extends Error {
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
