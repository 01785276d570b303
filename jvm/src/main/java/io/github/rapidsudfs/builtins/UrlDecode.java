// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.ColumnVector;
import io.github.rapidsudfs.functions.url.UrlDecodeForm;

/**
 * {@code url_decode}, {@code try_url_decode}. Malformed rows are left to Spark, which refuses
 * malformed escapes and replaces octets that are not UTF-8.
 */
public final class UrlDecode extends BuiltinBody {
  @Override
  public ColumnVector columnarBody(int rows, ColumnVector[] args) {
    try (ColumnVector decoded = new UrlDecodeForm().columnarBody(rows, args);
        ColumnVector malformed = invalid(decoded, args)) {
      return byBuiltinWhere(malformed, decoded, args);
    }
  }
}
