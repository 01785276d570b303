// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.io.ByteArrayOutputStream;
import java.util.Base64;

/** {@code base64}, {@code binascii} and {@code zlib}'s checksums. */
public final class Base64Ops {
  private static final String ALPHABET =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

  private Base64Ops() {}

  /** What decoders take: bytes, or a str of ASCII. */
  private static String text(Object s) {
    if (s instanceof PyBytes) return BytesOps.latin((PyBytes) s);
    if (!(s instanceof String)) {
      throw PyError.type(
          "argument should be a bytes-like object or ASCII string, not '" + Py.typeName(s) + "'");
    }
    for (int i = 0; i < ((String) s).length(); i++) {
      if (((String) s).charAt(i) > 127) {
        throw PyError.value("string argument should contain only ASCII characters");
      }
    }
    return (String) s;
  }

  private static PyError error(String text) {
    return PyError.of(PyType.BINASCII_ERROR, text);
  }

  @Python(value = "base64.b64encode", raises = "TypeError")
  @Python(value = "base64.standard_b64encode", raises = "TypeError")
  public static PyBytes encode(Object data) {
    return new PyBytes(Base64.getEncoder().encode(BytesOps.like(data).data));
  }

  @Python(value = "base64.urlsafe_b64encode", raises = "TypeError")
  public static PyBytes encodeUrl(Object data) {
    return new PyBytes(Base64.getUrlEncoder().encode(BytesOps.like(data).data));
  }

  @Python(value = "base64.b64decode", params = "s")
  @Python("base64.standard_b64decode")
  public static PyBytes decode(Object s) {
    return decode(text(s), false);
  }

  @Python(
      value = "base64.b64decode",
      params = {"s", "altchars", "validate"},
      raises = {"binascii.Error", "ValueError", "TypeError"})
  public static PyBytes decode(Object s, Object altchars, Object validate, int minor) {
    String t = text(s);
    if (altchars != null && altchars != Py.ABSENT) throw new Unsupported("base64 with altchars");
    boolean strict = Ops.truth(validate);
    if (strict && minor < 11 && !t.matches("[A-Za-z0-9+/]*={0,2}")) {
      throw error("Non-base64 digit found");
    }
    return decode(t, strict && minor >= 11);
  }

  @Python(value = "base64.urlsafe_b64decode", raises = {"binascii.Error", "ValueError"})
  public static PyBytes decodeUrl(Object s) {
    return decode(text(s).replace('-', '+').replace('_', '/'), false);
  }

  /** {@code binascii.a2b_base64}: what is not of the alphabet is skipped unless strict. */
  private static PyBytes decode(String s, boolean strict) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int quad = 0;
    int left = 0;
    int pads = 0;
    boolean padding = false;
    if (strict && s.startsWith("=")) throw error("Leading padding not allowed");
    for (int i = 0; i < s.length(); i++) {
      char c = s.charAt(i);
      if (c == '=') {
        padding = true;
        if (strict && quad == 0) throw new Unsupported("base64 with excess padding");
        if (quad >= 2 && quad + ++pads >= 4) {
          if (strict && i + 1 < s.length()) throw error("Excess data after padding");
          return new PyBytes(out.toByteArray());
        }
        continue;
      }
      int v = ALPHABET.indexOf(c);
      if (v < 0) {
        if (strict) throw error("Only base64 data is allowed");
        continue;
      }
      if (strict && padding) throw error("Discontinuous padding not allowed");
      pads = 0;
      if (quad > 0) out.write(left << 2 * quad | v >> 6 - 2 * quad);
      left = v & (1 << 6 - 2 * quad) - 1;
      quad = (quad + 1) % 4;
    }
    if (quad == 1) {
      throw error(
          "Invalid base64-encoded string: number of data characters ("
              + (out.size() / 3 * 4 + 1) + ") cannot be 1 more than a multiple of 4");
    }
    if (quad != 0) throw error("Incorrect padding");
    return new PyBytes(out.toByteArray());
  }

  @Python(value = "base64.b16encode", raises = "TypeError")
  public static PyBytes encode16(Object data) {
    return BytesOps.bytes(BytesOps.hex(BytesOps.like(data)).toUpperCase(java.util.Locale.ROOT));
  }

  @Python(value = "base64.b16decode", raises = {"binascii.Error", "ValueError"})
  public static PyBytes decode16(Object s) {
    String t = text(s);
    if (!t.matches("[0-9A-F]*")) throw error("Non-base16 digit found");
    return unhex(t);
  }

  @Python(value = "base64.b32encode", raises = "TypeError")
  public static PyBytes encode32(Object data) {
    byte[] b = BytesOps.like(data).data;
    StringBuilder out = new StringBuilder();
    for (int bit = 0; bit < b.length * 8; bit += 5) {
      int two = (b[bit / 8] & 255) << 8 | (bit / 8 + 1 < b.length ? b[bit / 8 + 1] & 255 : 0);
      out.append("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".charAt(two >> 11 - bit % 8 & 31));
    }
    while (out.length() % 8 != 0) out.append('=');
    return BytesOps.bytes(out.toString());
  }

  @Python(value = "binascii.hexlify", raises = "TypeError")
  @Python(value = "binascii.b2a_hex", raises = "TypeError")
  public static PyBytes hexlify(Object data) {
    return BytesOps.bytes(BytesOps.hex(BytesOps.like(data)));
  }

  @Python(value = "binascii.unhexlify", raises = {"binascii.Error", "ValueError"})
  @Python(value = "binascii.a2b_hex", raises = {"binascii.Error", "ValueError"})
  public static PyBytes unhexlify(Object s) {
    return unhex(text(s));
  }

  private static PyBytes unhex(String s) {
    if (s.length() % 2 != 0) throw error("Odd-length string");
    byte[] out = new byte[s.length() / 2];
    for (int i = 0; i < s.length(); i++) {
      int d = BytesOps.digit(s, i);
      if (d < 0) throw error("Non-hexadecimal digit found");
      out[i / 2] = (byte) (out[i / 2] << 4 | d);
    }
    return new PyBytes(out);
  }

  @Python(value = "zlib.crc32", raises = "TypeError")
  @Python(value = "binascii.crc32", raises = "TypeError")
  public static long crc32(Object data) {
    java.util.zip.CRC32 crc = new java.util.zip.CRC32();
    crc.update(BytesOps.like(data).data);
    return crc.getValue();
  }

  @Python(value = "zlib.adler32", raises = "TypeError")
  public static long adler32(Object data) {
    java.util.zip.Adler32 sum = new java.util.zip.Adler32();
    sum.update(BytesOps.like(data).data);
    return sum.getValue();
  }
}
