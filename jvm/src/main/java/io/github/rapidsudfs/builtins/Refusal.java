// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

/**
 * Carries Spark's own error out of a columnar body: the plugin wraps every exception, but lets an
 * {@code Error} pass. The driver sees the builtin's own error.
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
