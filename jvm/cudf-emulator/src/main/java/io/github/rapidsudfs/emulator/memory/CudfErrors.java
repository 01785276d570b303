// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.memory;

/** The errors of libcudf and CUDA, as cuDF's Java classes raise them. */
public final class CudfErrors {
  private CudfErrors() {}

  /** A {@code CudaException}, the driver's error for an invalid argument. */
  public static RuntimeException invalidValue(String found) {
    return (RuntimeException)
        CudfClasses.make("ai.rapids.cudf.CudaException", "CUDA ERROR: code 1: " + found, 1);
  }

  /** A {@code CudfException}, cuDF's error for a wrong type, size or argument. */
  public static RuntimeException error(String message) {
    return (RuntimeException) CudfClasses.make("ai.rapids.cudf.CudfException", message);
  }

  /** Raises a {@code CudfException} unless the condition holds. */
  public static void expects(boolean condition, String message) {
    if (!condition) {
      throw error(message);
    }
  }

  /** Raises an {@code IllegalArgumentException}, as cuDF's JNI code does, unless this holds. */
  public static void requires(boolean condition, String message) {
    if (!condition) {
      throw new IllegalArgumentException(message);
    }
  }
}
