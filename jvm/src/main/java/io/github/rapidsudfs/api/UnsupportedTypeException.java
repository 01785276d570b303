// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.api;

/** A type without a counterpart on the GPU; the message names type, position and reason. */
public final class UnsupportedTypeException extends IllegalArgumentException {
  public UnsupportedTypeException(String type, String path, String reason) {
    super(
        "type "
            + type
            + (path.isEmpty() ? "" : " (at " + path + ")")
            + " cannot be an argument or result of a RAPIDS UDF: "
            + reason);
  }
}
