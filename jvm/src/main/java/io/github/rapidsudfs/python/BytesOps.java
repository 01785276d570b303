// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;

/** Methods of {@code bytes}. Searches run over Latin-1 strings, one character a byte. */
public final class BytesOps {
  private static final String SPACE = " \t\n\r\u000b\f";

  private BytesOps() {}

  static String latin(PyBytes b) {
    return new String(b.data, StandardCharsets.ISO_8859_1);
  }

  static PyBytes bytes(String latin) {
    return new PyBytes(latin.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** A bytes-like argument; a str is a TypeError. */
  static PyBytes like(Object value) {
    if (value instanceof PyBytes) return (PyBytes) value;
    throw PyError.type("a bytes-like object is required, not '" + Py.typeName(value) + "'");
  }

  private static String part(Object value) {
    if (Ops.isInt(value)) {
      long n = Ops.index(value);
      if (n < 0 || n > 255) throw PyError.value("byte must be in range(0, 256)");
      return String.valueOf((char) n);
    }
    if (value instanceof PyBytes) return latin((PyBytes) value);
    throw PyError.type(
        "argument should be integer or bytes-like object, not '" + Py.typeName(value) + "'");
  }

  @Python(value = "bytes.decode", raises = "UnicodeDecodeError")
  public static String decode(PyBytes b) {
    return Utf8.decode(b, "utf-8", "strict");
  }

  @Python(value = "bytes.decode", params = "encoding", raises = "UnicodeDecodeError")
  @Python(value = "str", params = {"object", "encoding"}, raises = "UnicodeDecodeError")
  public static String decode(PyBytes b, Object encoding) {
    return decode(b, encoding, Py.ABSENT);
  }

  @Python(value = "bytes.decode", params = {"encoding", "errors"}, raises = "UnicodeDecodeError")
  @Python(value = "str", params = {"object", "encoding", "errors"}, raises = "UnicodeDecodeError")
  public static String decode(PyBytes b, Object encoding, Object errors) {
    String codec = encoding == Py.ABSENT ? "utf-8" : (String) encoding;
    String how = errors == Py.ABSENT ? "strict" : (String) errors;
    return Utf8.decode(b, StringCodec.codec(codec), how);
  }

  @Python("bytes")
  public static PyBytes bytes() {
    return new PyBytes(new byte[0]);
  }

  @Python(value = "bytes", params = "source", raises = "ValueError")
  public static PyBytes bytes(Object source) {
    if (source instanceof PyBytes) return (PyBytes) source;
    if (source instanceof String) throw PyError.type("string argument without an encoding");
    if (Ops.isInt(source)) {
      long n = Ops.index(source);
      if (n < 0) throw PyError.value("negative count");
      if (n > 100_000_000) throw new Unsupported("so many bytes");
      return new PyBytes(new byte[(int) n]);
    }
    if (!Ops.isIterable(source)) {
      throw PyError.type("cannot convert '" + Py.typeName(source) + "' object to bytes");
    }
    java.io.ByteArrayOutputStream out = new java.io.ByteArrayOutputStream();
    for (Iterator<Object> i = Ops.iter(source); i.hasNext(); ) {
      long n = Ops.index(i.next());
      if (n < 0 || n > 255) throw PyError.value("bytes must be in range(0, 256)");
      out.write((int) n);
    }
    return new PyBytes(out.toByteArray());
  }

  @Python(value = "bytes", params = {"source", "encoding"}, raises = "UnicodeEncodeError")
  public static PyBytes bytes(String source, Object encoding) {
    return StringCodec.encode(source, encoding);
  }

  @Python(value = "bytes", params = {"source", "encoding", "errors"}, raises = "UnicodeEncodeError")
  public static PyBytes bytes(String source, Object encoding, Object errors) {
    return StringCodec.encode(source, encoding, errors);
  }

  @Python("bytes.hex")
  public static String hex(PyBytes b) {
    StringBuilder out = new StringBuilder(2 * b.size());
    for (byte x : b.data) {
      out.append(Character.forDigit(x >> 4 & 15, 16)).append(Character.forDigit(x & 15, 16));
    }
    return out.toString();
  }

  @Python(value = "bytes.fromhex", raises = "ValueError")
  public static PyBytes fromhex(String s, int minor) {
    java.io.ByteArrayOutputStream out = new java.io.ByteArrayOutputStream();
    for (int i = 0; i < s.length(); ) {
      if (SPACE.indexOf(s.charAt(i)) >= 0) {
        i++;
        continue;
      }
      int high = digit(s, i);
      int low = high < 0 ? -1 : digit(s, i + 1);
      if (low < 0) {
        if (minor >= 14) throw new Unsupported("bytes.fromhex of what is no hex");
        int at = high < 0 ? i : i + 1;
        throw PyError.value(
            "non-hexadecimal number found in fromhex() arg at position "
                + s.codePointCount(0, Math.min(at, s.length())));
      }
      out.write(high * 16 + low);
      i += 2;
    }
    return new PyBytes(out.toByteArray());
  }

  static int digit(String s, int i) {
    return i < s.length() && s.charAt(i) < 128 ? Character.digit(s.charAt(i), 16) : -1;
  }

  @Python("bytes.find")
  public static long find(PyBytes b, Object sub) {
    return latin(b).indexOf(part(sub));
  }

  @Python("bytes.rfind")
  public static long rfind(PyBytes b, Object sub) {
    return latin(b).lastIndexOf(part(sub));
  }

  @Python(value = "bytes.index", raises = "ValueError")
  public static long index(PyBytes b, Object sub) {
    long at = find(b, sub);
    if (at < 0) throw PyError.value("subsection not found");
    return at;
  }

  @Python("bytes.count")
  public static long count(PyBytes b, Object sub) {
    String s = latin(b);
    String p = part(sub);
    if (p.isEmpty()) return s.length() + 1;
    long n = 0;
    for (int i = s.indexOf(p); i >= 0; i = s.indexOf(p, i + p.length())) n++;
    return n;
  }

  private static boolean affix(PyBytes b, Object affix, boolean start) {
    if (affix instanceof PyTuple) {
      for (Object one : (PyTuple) affix) if (affix(b, one, start)) return true;
      return false;
    }
    if (!(affix instanceof PyBytes)) {
      throw PyError.type(
          (start ? "startswith" : "endswith")
              + " first arg must be bytes or a tuple of bytes, not " + Py.typeName(affix));
    }
    String p = latin((PyBytes) affix);
    return start ? latin(b).startsWith(p) : latin(b).endsWith(p);
  }

  @Python("bytes.startswith")
  public static boolean startswith(PyBytes b, Object prefix) {
    return affix(b, prefix, true);
  }

  @Python("bytes.endswith")
  public static boolean endswith(PyBytes b, Object suffix) {
    return affix(b, suffix, false);
  }

  @Python("bytes.replace")
  public static PyBytes replace(PyBytes b, Object old, Object with) {
    return bytes(latin(b).replace(latin(like(old)), latin(like(with))));
  }

  @Python(value = "bytes.split", params = "sep")
  public static PyList split(PyBytes b) {
    return split(b, null);
  }

  @Python(value = "bytes.split", params = {"sep", "maxsplit"}, raises = "ValueError")
  public static PyList split(PyBytes b, Object sep) {
    String s = latin(b);
    String by = sep == null || sep == Py.ABSENT ? null : latin(like(sep));
    if (by != null && by.isEmpty()) throw PyError.value("empty separator");
    ArrayList<Object> all = new ArrayList<>();
    int from = 0;
    if (by != null) {
      for (int i = s.indexOf(by); i >= 0; i = s.indexOf(by, from)) {
        all.add(bytes(s.substring(from, i)));
        from = i + by.length();
      }
      all.add(bytes(s.substring(from)));
      return PyList.around(all);
    }
    for (int i = 0; i <= s.length(); i++) {
      if (i < s.length() && SPACE.indexOf(s.charAt(i)) < 0) continue;
      if (i > from) all.add(bytes(s.substring(from, i)));
      from = i + 1;
    }
    return PyList.around(all);
  }

  private static PyBytes strip(PyBytes b, Object chars, boolean left, boolean right) {
    String s = latin(b);
    String set = chars == null ? SPACE : latin(like(chars));
    int start = 0;
    int end = s.length();
    while (left && start < end && set.indexOf(s.charAt(start)) >= 0) start++;
    while (right && end > start && set.indexOf(s.charAt(end - 1)) >= 0) end--;
    return bytes(s.substring(start, end));
  }

  @Python("bytes.strip")
  public static PyBytes strip(PyBytes b) {
    return strip(b, null, true, true);
  }

  @Python("bytes.strip")
  public static PyBytes strip(PyBytes b, Object chars) {
    return strip(b, chars, true, true);
  }

  @Python("bytes.lstrip")
  public static PyBytes lstrip(PyBytes b) {
    return strip(b, null, true, false);
  }

  @Python("bytes.lstrip")
  public static PyBytes lstrip(PyBytes b, Object chars) {
    return strip(b, chars, true, false);
  }

  @Python("bytes.rstrip")
  public static PyBytes rstrip(PyBytes b) {
    return strip(b, null, false, true);
  }

  @Python("bytes.rstrip")
  public static PyBytes rstrip(PyBytes b, Object chars) {
    return strip(b, chars, false, true);
  }

  private static PyBytes cased(PyBytes b, char low) {
    byte[] out = b.data.clone();
    for (int i = 0; i < out.length; i++) if (out[i] >= low && out[i] < low + 26) out[i] ^= 32;
    return new PyBytes(out);
  }

  @Python("bytes.upper")
  public static PyBytes upper(PyBytes b) {
    return cased(b, 'a');
  }

  @Python("bytes.lower")
  public static PyBytes lower(PyBytes b) {
    return cased(b, 'A');
  }

  @Python(value = "bytes.join", raises = "TypeError")
  public static PyBytes join(PyBytes sep, Object items) {
    if (!Ops.isIterable(items)) throw PyError.type("can only join an iterable");
    StringBuilder out = new StringBuilder();
    long n = 0;
    for (Iterator<Object> i = Ops.iter(items); i.hasNext(); n++) {
      Object item = i.next();
      if (!(item instanceof PyBytes)) {
        throw PyError.type(
            "sequence item " + n + ": expected a bytes-like object, " + Py.typeName(item)
                + " found");
      }
      if (n > 0) out.append(latin(sep));
      out.append(latin((PyBytes) item));
    }
    return bytes(out.toString());
  }
}
