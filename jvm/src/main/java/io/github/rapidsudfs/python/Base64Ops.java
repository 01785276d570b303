// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.util.Base64;
import java.util.zip.CRC32;

/** {@code base64}, {@code binascii} and {@code zlib.crc32}. */
public final class Base64Ops {
  private static final String ALPHABET =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

  /** The input of decoders: bytes, or an ASCII str. */
  private static String text(Object s) {
    if (s instanceof PyBytes) return ((PyBytes) s).latin();
    if (!(s instanceof String)) {
      throw PyError.type(
          "argument should be a bytes-like object or ASCII string, not '"
              + Py.shortTypeName(s)
              + "'");
    }
    if (StringTests.isascii((String) s)) return (String) s;
    throw PyError.value("string argument should contain only ASCII characters");
  }

  private static PyError error(String text) {
    return PyError.of(PyType.named("binascii.Error"), text);
  }

  @Python(value = "base64.b64encode .urlsafe_b64encode", named = true)
  public static PyBytes encode(String name, Object data) {
    boolean url = name.startsWith("url");
    Base64.Encoder encoder = url ? Base64.getUrlEncoder() : Base64.getEncoder();
    return new PyBytes(encoder.encode(BytesOps.like(data).data));
  }

  @Python(value = "base64.b64decode", params = "*validate")
  public static PyBytes decode(Object data, Object validate) {
    String s = text(data);
    if (!Ops.truth(validate)) return decode("b64decode", data);
    int end = s.indexOf('=') < 0 ? s.length() : s.indexOf('=');
    boolean plain = s.matches("[A-Za-z0-9+/]*={0,2}");
    if (plain && s.length() % 4 == 0) return decode("b64decode", data);
    if (plain && (end % 4 == 0 || end % 4 == 3 && s.length() - end == 2)) {
      throw new Unsupported("too much padding of base64: versions of Python differ");
    }
    throw PyError.later(
        PyType.named("binascii.Error"),
        () -> {
          throw new Unsupported("the text of binascii.Error: versions of Python differ");
        });
  }

  /** {@code binascii.a2b_base64}: skips characters outside the alphabet. */
  @Python(value = "base64.b64decode .urlsafe_b64decode", named = true)
  public static PyBytes decode(String name, Object data) {
    String s = text(data);
    if (name.startsWith("url")) s = s.replace('-', '+').replace('_', '/');
    StringBuilder out = new StringBuilder();
    int quad = 0;
    int left = 0;
    int pads = 0;
    for (int i = 0; i < s.length(); i++) {
      int v = ALPHABET.indexOf(s.charAt(i));
      if (s.charAt(i) == '=' && quad >= 2 && quad + ++pads >= 4) return PyBytes.of(out.toString());
      if (v < 0) continue;
      pads = 0;
      if (quad > 0) out.append((char) ((left << 2 * quad | v >> 6 - 2 * quad) & 255));
      left = v & (1 << 6 - 2 * quad) - 1;
      quad = (quad + 1) % 4;
    }
    if (quad == 1) {
      throw error(
          "Invalid base64-encoded string: number of data characters ("
              + (out.length() / 3 * 4 + 1)
              + ") cannot be 1 more than a multiple of 4");
    }
    if (quad != 0) throw error("Incorrect padding");
    return PyBytes.of(out.toString());
  }

  @Python("binascii.hexlify")
  public static PyBytes hexlify(Object data) {
    return PyBytes.of(BytesOps.hex(BytesOps.like(data)));
  }

  @Python("zlib.crc32 binascii.crc32")
  public static long crc32(Object data) {
    CRC32 crc = new CRC32();
    crc.update(BytesOps.like(data).data);
    return crc.getValue();
  }
}
