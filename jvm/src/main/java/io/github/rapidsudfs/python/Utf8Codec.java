// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** {@code str.encode} to UTF-8 and {@code bytes.decode}, with CPython's errors. */
public final class Utf8Codec {
  /** 1 in every byte. */
  private static final long ONES = 0x0101010101010101L;

  /** The string's bytes; a lone surrogate is a UnicodeEncodeError. */
  public static byte[] encode(String s) {
    byte[] bytes = s.getBytes(StandardCharsets.UTF_8);
    // Java writes '?' for a lone surrogate; searching for that is cheaper than checking every char.
    if (contains(bytes, '?')) {
      StringCodec.check(s, "utf-8", c -> c < 0xd800 || c > 0xdfff, "surrogates not allowed");
    }
    return bytes;
  }

  /** Looks at eight bytes at a time: a byte of them minus 1 borrows where it was zero. */
  private static boolean contains(byte[] bytes, char ascii) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    int i = 0;
    for (; i + 8 <= bytes.length; i += 8) {
      long zeroIfEqual = buffer.getLong(i) ^ ascii * ONES;
      if ((zeroIfEqual - ONES & ~zeroIfEqual & 0x80 * ONES) != 0) return true;
    }
    for (; i < bytes.length; i++) {
      if (bytes[i] == ascii) return true;
    }
    return false;
  }

  static String decode(PyBytes bytes, String codec, String errors) {
    byte[] b = bytes.data;
    boolean latin = codec.equals("latin-1");
    boolean ascii = codec.equals("ascii");
    if (latin) return bytes.latin();
    StringBuilder out = new StringBuilder(b.length);
    for (int i = 0; i < b.length; ) {
      int c = b[i] & 255;
      if (c < 128) {
        out.append((char) c);
        i++;
        continue;
      }
      int n = c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
      String wrong = ascii ? "ordinal not in range(128)" : null;
      int bad = 1;
      if (!ascii && (c < 0xc2 || c > 0xf4)) {
        wrong = "invalid start byte";
      } else if (!ascii) {
        int good = 1;
        while (good < n && i + good < b.length && continues(b, i, good)) good++;
        if (good == n) {
          int point = c & (0x7f >> n);
          for (int k = 1; k < n; k++) point = point << 6 | b[i + k] & 63;
          out.appendCodePoint(point);
          i += n;
          continue;
        }
        bad = good;
        wrong = i + good == b.length ? "unexpected end of data" : "invalid continuation byte";
      }
      switch (errors) {
        case "strict":
          String where =
              bad == 1
                  ? String.format("byte 0x%02x in position %d", c, i)
                  : "bytes in position " + i + "-" + (i + bad - 1);
          throw PyError.withText(
              PyType.named("UnicodeDecodeError"),
              "'" + codec + "' codec can't decode " + where + ": " + wrong,
              codec,
              bytes,
              (long) i,
              (long) i + bad,
              wrong);
        case "replace":
          out.append('\ufffd');
          break;
        case "ignore":
          break;
        default:
          throw new Unsupported("the error handler " + errors);
      }
      i += bad;
    }
    return out.toString();
  }

  private static boolean continues(byte[] b, int start, int k) {
    int first = b[start] & 255;
    int c = b[start + k] & 255;
    if (k == 1 && first == 0xe0) return c >= 0xa0 && c < 0xc0;
    if (k == 1 && first == 0xed) return c >= 0x80 && c < 0xa0;
    if (k == 1 && first == 0xf0) return c >= 0x90 && c < 0xc0;
    if (k == 1 && first == 0xf4) return c >= 0x80 && c < 0x90;
    return c >= 0x80 && c < 0xc0;
  }
}
