// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.builtins;

import ai.rapids.cudf.ColumnVector;
import io.github.rapidsudfs.functions.url.UrlDecodeForm;

/**
 * {@code url_decode}, {@code try_url_decode}. Spark is asked of what is malformed: it refuses
 * escapes, and puts other characters in the place of octets that are not UTF-8.
 */
public final class UrlDecode extends BuiltinBody {
  private static final long serialVersionUID = 1L;

  @Override
  public ColumnVector columnarBody(int rows, ColumnVector[] args) {
    try (ColumnVector decoded = new UrlDecodeForm().columnarBody(rows, args);
        ColumnVector isNull = decoded.isNull();
        ColumnVector known = args[0].isNotNull();
        ColumnVector malformed = isNull.and(known)) {
      return byBuiltinWhere(malformed, decoded, args);
    }
  }
}
