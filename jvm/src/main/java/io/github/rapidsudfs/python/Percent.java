// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

final class Percent {
  private Percent() {}

  static String format(String template, Object values) {
    throw new Unsupported("%");
  }
}
