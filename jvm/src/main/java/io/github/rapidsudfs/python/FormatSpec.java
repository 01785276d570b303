// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

final class FormatSpec {
  private FormatSpec() {}

  static String format(Object value, String spec) {
    if (spec.isEmpty()) return Py.str(value);
    throw new Unsupported("format");
  }
}
