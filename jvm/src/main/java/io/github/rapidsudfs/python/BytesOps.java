// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.nio.charset.StandardCharsets;

/** Methods of {@code bytes}. */
public final class BytesOps {
  private static final byte[] DIGITS = "0123456789abcdef".getBytes(StandardCharsets.ISO_8859_1);

  /** A bytes-like argument; a str is a TypeError. */
  static PyBytes like(Object value) {
    if (value instanceof PyBytes) return (PyBytes) value;
    throw PyError.type("a bytes-like object is required, not '" + Py.typeName(value) + "'");
  }

  static String part(Object value) {
    if (value instanceof PyBytes) return ((PyBytes) value).latin();
    if (!Ops.isInt(value)) {
      throw PyError.type(
          "argument should be integer or bytes-like object, not '" + Py.typeName(value) + "'");
    }
    return String.valueOf((char) one(value, "byte"));
  }

  private static int one(Object value, String what) {
    long n = Ops.index(value);
    if (n < 0 || n > 255) throw PyError.value(what + " must be in range(0, 256)");
    return (int) n;
  }

  @Python(value = "bytes.decode", params = "encoding errors", optional = 2)
  public static String decode(PyBytes b, Object encoding, Object errors) {
    String codec = StringCodec.text(Py.or(encoding, "utf-8"), "decode() argument 'encoding'");
    String how = StringCodec.text(Py.or(errors, "strict"), "decode() argument 'errors'");
    return Utf8Codec.decode(b, StringCodec.codec(codec), how);
  }

  @Python(value = "str", params = "encoding errors", optional = 1)
  public static String str(PyBytes b, Object encoding, Object errors) {
    return decode(b, encoding, errors);
  }

  @Python("bytes")
  public static PyBytes bytes(PyBytes b) {
    return b;
  }

  @Python("bytes.hex")
  public static String hex(PyBytes b) {
    byte[] data = b.data;
    byte[] out = new byte[2 * data.length];
    for (int i = 0; i < data.length; i++) {
      out[2 * i] = DIGITS[data[i] >> 4 & 15];
      out[2 * i + 1] = DIGITS[data[i] & 15];
    }
    return new String(out, StandardCharsets.ISO_8859_1);
  }

  /** The value of the hex digit at an index, or -1. */
  static int digit(String s, int i) {
    return i < s.length() && s.charAt(i) < 128 ? Character.digit(s.charAt(i), 16) : -1;
  }

  @Python(value = "bytes.startswith .endswith", optional = 2, named = true)
  public static boolean affix(String name, PyBytes b, Object affix, Object start, Object end) {
    if (affix instanceof PyTuple) {
      for (Object one : (PyTuple) affix) {
        if (Strings.affix(name, b.latin(), like(one).latin(), start, end)) return true;
      }
      return false;
    }
    if (!(affix instanceof PyBytes)) {
      throw PyError.type(
          name + " first arg must be bytes or a tuple of bytes, not " + Py.typeName(affix));
    }
    return Strings.affix(name, b.latin(), ((PyBytes) affix).latin(), start, end);
  }
}
