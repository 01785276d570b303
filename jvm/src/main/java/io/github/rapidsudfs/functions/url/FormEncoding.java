// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.url;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import io.github.rapidsudfs.core.Utf8;
import java.nio.charset.StandardCharsets;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Encoding as HTML forms do ({@code application/x-www-form-urlencoded}), both ways of a function:
 * the result equals that of {@code java.net.URLEncoder} with UTF-8.
 */
final class FormEncoding {
  private static final byte[] HEX = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);
  private static final boolean[] PLAIN = new boolean[128];

  static {
    for (char c :
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-*_".toCharArray()) {
      PLAIN[c] = true;
    }
  }

  private FormEncoding() {}

  /** Row-wise. */
  static UTF8String encode(UTF8String text) {
    int first = 0;
    while (first < text.numBytes() && isPlain(Utf8.at(text, first))) {
      first++;
    }
    return first == text.numBytes() ? text : encodeFrom(first, text);
  }

  private static boolean isPlain(byte b) {
    return b >= 0 && PLAIN[b];
  }

  private static UTF8String encodeFrom(int first, UTF8String text) {
    byte[] encoded = new byte[encodedLength(first, text)];
    int at = Utf8.copy(text, 0, first, encoded, 0);
    for (int i = first; i < text.numBytes(); i++) {
      byte b = Utf8.at(text, i);
      if (isPlain(b)) {
        encoded[at++] = b;
      } else if (b == ' ') {
        encoded[at++] = '+';
      } else {
        encoded[at] = '%';
        encoded[at + 1] = HEX[b >> 4 & 15];
        encoded[at + 2] = HEX[b & 15];
        at += 3;
      }
    }
    return UTF8String.fromBytes(encoded);
  }

  private static int encodedLength(int first, UTF8String text) {
    long length = first;
    for (int i = first; i < text.numBytes(); i++) {
      byte b = Utf8.at(text, i);
      length += isPlain(b) || b == ' ' ? 1 : 3;
    }
    return Math.toIntExact(length);
  }

  /**
   * Columnar: a new column, the argument is borrowed. cuDF escapes as RFC 3986 has it; what forms
   * want otherwise is put right afterwards (a percent sign is always the start of an escape by
   * then).
   */
  static ColumnVector encode(ColumnView text) {
    try (ColumnVector escaped = text.urlEncode();
        ColumnVector from = ColumnVector.fromStrings("%20", "%2A", "~");
        ColumnVector to = ColumnVector.fromStrings("+", "*", "%7E")) {
      return escaped.stringReplace(from, to);
    }
  }
}
