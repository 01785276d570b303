// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.binding.Natives;
import io.github.rapidsudfs.emulator.column.StringVec;

/** {@code cudf::strings::url_encode} and {@code url_decode}. */
@Natives("ai.rapids.cudf.ColumnView")
public final class Urls {
  private static final String HEX = "0123456789ABCDEF";

  private Urls() {}

  /** Escapes every byte but {@code 0-9A-Za-z._~-} as {@code %XX}. */
  public static StringVec urlEncode(StringVec s) {
    return s.map(
        (i, out) -> {
          Utf8Characters.require(s, i);
          for (int k = s.start(i); k < s.end(i); k++) {
            int b = s.bytes[k] & 0xFF;
            boolean plain =
                (b >= '0' && b <= '9')
                    || (b >= 'A' && b <= 'Z')
                    || (b >= 'a' && b <= 'z')
                    || b == '.'
                    || b == '_'
                    || b == '~'
                    || b == '-';
            if (plain) {
              out.add(b);
            } else {
              out.add('%');
              out.add(HEX.charAt(b >> 4));
              out.add(HEX.charAt(b & 15));
            }
          }
        });
  }

  /**
   * Replaces every {@code %} and two hexadecimal digits with the byte; everything else, including
   * {@code +}, is kept.
   */
  public static StringVec urlDecode(StringVec s) {
    return s.map(
        (i, out) -> {
          for (int k = s.start(i); k < s.end(i); k++) {
            int high = k + 2 < s.end(i) && s.bytes[k] == '%' ? hex(s.bytes[k + 1]) : -1;
            int low = high < 0 ? -1 : hex(s.bytes[k + 2]);
            if (low < 0) {
              out.add(s.bytes[k]);
            } else {
              out.add(high << 4 | low);
              k += 2;
            }
          }
        });
  }

  private static int hex(byte b) {
    return b < 0 ? -1 : Character.digit((char) b, 16);
  }
}
