// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.url;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import io.github.rapidsudfs.rows.Utf8;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Encoding as HTML forms do ({@code application/x-www-form-urlencoded}), row-wise and columnar: the
 * result equals that of {@code java.net.URLEncoder} with UTF-8.
 */
final class FormEncoding {
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int LENGTH = 24;

  /** The replacement of each octet: one to three characters, the first lowest, and their number. */
  private static final int[] ENCODED = new int[256];

  static {
    for (int octet = 0; octet < ENCODED.length; octet++) {
      String digits = String.format("%02X", octet);
      ENCODED[octet] = 3 << LENGTH | digits.charAt(1) << 16 | digits.charAt(0) << 8 | '%';
    }
    for (char c :
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-*_".toCharArray()) {
      ENCODED[c] = 1 << LENGTH | c;
    }
    ENCODED[' '] = 1 << LENGTH | '+';
  }

  private FormEncoding() {}

  /** Row-wise. */
  static UTF8String encode(UTF8String text) {
    int length = text.numBytes();
    // Writes four bytes at a time; the next write overwrites the surplus.
    byte[] encoded = new byte[Math.addExact(Math.multiplyExact(3, length), 1)];
    int at = 0;
    for (int i = 0; i < length; i++) {
      int characters = ENCODED[Utf8.at(text, i) & 0xFF];
      INTS.set(encoded, at, characters);
      at += characters >>> LENGTH;
    }
    return UTF8String.fromBytes(encoded, 0, at);
  }

  /**
   * Columnar: a new column, the argument is borrowed. cuDF escapes by RFC 3986; where forms differ,
   * the result is fixed afterwards (every percent sign starts an escape by then).
   */
  static ColumnVector encode(ColumnView text) {
    try (ColumnVector escaped = text.urlEncode();
        ColumnVector from = ColumnVector.fromStrings("%20", "%2A", "~");
        ColumnVector to = ColumnVector.fromStrings("+", "*", "%7E")) {
      return escaped.stringReplace(from, to);
    }
  }
}
