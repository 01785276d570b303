// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.math.BigInteger;

public final class IntText {
  private IntText() {}

  static String str(BigInteger value) {
    return value.toString();
  }
}
