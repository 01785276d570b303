// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

public final class FloatText {
  private FloatText() {}

  static String repr(double value) {
    return Double.toString(value);
  }
}
