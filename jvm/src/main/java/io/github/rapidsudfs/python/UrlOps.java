// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code urllib.parse}: quoting, query strings and the parts of a URL. */
public final class UrlOps {
  private static final String[] SPLIT = {"scheme", "netloc", "path", "query", "fragment"};
  private static final String[] PARSE = {"scheme", "netloc", "path", "params", "query", "fragment"};
  private static final String PARAMS =
      " ftp hdl prospero http imap https shttp rtsp rtspu sip sips mms sftp tel ";

  private static final String REST = "(?://([^/?#]*))?([^?#]*)(?:\\?([^#]*))?(?:#(.*))?";
  private static final Pattern URL =
      Pattern.compile("(?:([A-Za-z][A-Za-z0-9+.-]*):)?" + REST, Pattern.DOTALL);
  private static final Pattern OLD =
      Pattern.compile("(?:([A-Za-z0-9+.-]+):)?" + REST, Pattern.DOTALL);

  private static final String HEX = "0123456789ABCDEF";

  private static String quoted(Object s, String safe) {
    byte[] data;
    if (s instanceof String) {
      data = Utf8Codec.encode((String) s);
    } else if (s instanceof PyBytes) {
      data = ((PyBytes) s).data;
    } else {
      throw PyError.type("quote_from_bytes() expected bytes");
    }
    StringBuilder out = new StringBuilder();
    for (byte b : data) {
      int c = b & 255;
      boolean plain =
          c >= '0' && c <= '9'
              || c >= 'a' && c <= 'z'
              || c >= 'A' && c <= 'Z'
              || c < 128 && ("_.-~".indexOf(c) >= 0 || safe.indexOf(c) >= 0);
      if (plain) out.append((char) c);
      else out.append('%').append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 15));
    }
    return out.toString();
  }

  @Python(value = "urllib.parse.quote", params = "safe", optional = 1)
  public static String quote(Object s, Object safe) {
    return quoted(s, StringCodec.text(Py.or(safe, "/"), "quote() argument 'safe'"));
  }

  @Python(value = "urllib.parse.quote_plus", params = "safe", optional = 1)
  public static String quotePlus(Object s, Object safe) {
    String more = StringCodec.text(Py.or(safe, ""), "quote_plus() argument 'safe'");
    return quoted(s, more + " ").replace(' ', '+');
  }

  @Python("urllib.parse.unquote")
  public static String unquote(String s) {
    if (s.indexOf('%') < 0) return s;
    String ascii = asciiUnquoted(s);
    if (ascii != null) return ascii;
    StringBuilder out = new StringBuilder(s.length());
    ByteArrayOutputStream run = new ByteArrayOutputStream();
    int plain = 0;
    for (int i = s.indexOf('%'); i >= 0; i = s.indexOf('%', i)) {
      int value = escaped(s, i);
      if (value < 0) {
        i++;
        continue;
      }
      if (plain < i) {
        flush(run, out);
        out.append(s, plain, i);
      }
      if (value < 128) {
        flush(run, out);
        out.append((char) value);
      } else run.write(value);
      i += 3;
      plain = i;
    }
    flush(run, out);
    return out.append(s, plain, s.length()).toString();
  }

  /** The byte of the escape at an index, or -1. */
  private static int escaped(String s, int i) {
    int high = BytesOps.digit(s, i + 1);
    int low = BytesOps.digit(s, i + 2);
    return high < 0 || low < 0 ? -1 : high * 16 + low;
  }

  /** Only for ASCII, also in escapes; null for other texts. */
  private static String asciiUnquoted(String s) {
    if (Texts.asciiPrefix(s) < s.length()) return null;
    byte[] text = s.getBytes(StandardCharsets.ISO_8859_1);
    int n = 0;
    for (int i = 0; i < text.length; i++) {
      byte c = text[i];
      int value = c == '%' ? escaped(s, i) : -1;
      if (value > 127) return null;
      if (value >= 0) {
        c = (byte) value;
        i += 2;
      }
      text[n++] = c;
    }
    return new String(text, 0, n, StandardCharsets.ISO_8859_1);
  }

  /** Decodes a run of escapes at a time: unescaped characters never continue an escaped one. */
  private static void flush(ByteArrayOutputStream run, StringBuilder out) {
    if (run.size() == 0) return;
    out.append(Utf8Codec.decode(new PyBytes(run.toByteArray()), "utf-8", "replace"));
    run.reset();
  }

  /** For other types, the error of the function's first step. */
  @Python("urllib.parse.unquote")
  public static String unquote(Object s) {
    if (s instanceof String) return unquote((String) s);
    if (!(s instanceof PyBytes)) Items.contains(s, "%");
    throw new Unsupported("unquote of a " + Py.typeName(s));
  }

  @Python("urllib.parse.unquote_plus")
  public static String unquotePlus(String s) {
    return unquote(s.replace('+', ' '));
  }

  @Python("urllib.parse.unquote_plus")
  public static String unquotePlus(Object s) {
    if (s instanceof String) return unquotePlus((String) s);
    if (s instanceof PyBytes) throw new Unsupported("unquote_plus of bytes");
    throw PyError.attribute(s, "replace");
  }

  @Python("urllib.parse.urlencode")
  public static String urlencode(Object query) {
    if (!(query instanceof PyDict) && !startsWithTuple(query)) {
      throw PyError.type("not a valid non-string sequence or mapping object");
    }
    StringBuilder out = new StringBuilder();
    Iterator<Object> i = query instanceof PyDict ? ((PyDict) query).iterator(2) : Ops.iter(query);
    while (i.hasNext()) {
      Object[] pair = Ops.unpack(i.next(), 2);
      if (out.length() > 0) out.append('&');
      for (int k = 0; k < 2; k++) {
        Object v = pair[k] instanceof PyBytes ? pair[k] : Py.str(pair[k]);
        out.append(quotePlus(v, "")).append(k == 0 ? "=" : "");
      }
    }
    return out.toString();
  }

  /** Whether there is no item, or the first one is a tuple: CPython checks no other. */
  private static boolean startsWithTuple(Object query) {
    try {
      return Builtins.len(query) == 0 || Items.getitem(query, (Object) 0L) instanceof PyTuple;
    } catch (PyError e) {
      if (e.type == PyType.TYPE_ERROR) return false;
      throw e;
    }
  }

  @Python(value = "urllib.parse.parse_qsl", params = "keep_blank_values", optional = 1)
  public static PyList parseQsl(Object qs, Object keepBlank) {
    PyList all = new PyList();
    if (qs == null) return all;
    if (!(qs instanceof String)) throw new Unsupported("parse_qs of a " + Py.typeName(qs));
    boolean keep = Ops.truth(Py.or(keepBlank, false));
    for (String part : ((String) qs).split("&", -1)) {
      String[] pair = (part + "=").split("=", -1);
      String name = pair[0];
      String value = part.substring(Math.min(part.length(), name.length() + 1));
      if (part.isEmpty() || value.isEmpty() && !keep) continue;
      all.add(new PyTuple(unquotePlus(name), unquotePlus(value)));
    }
    return all;
  }

  @Python(value = "urllib.parse.parse_qs", params = "keep_blank_values", optional = 1)
  public static PyDict parseQs(Object qs, Object keep) {
    PyDict all = new PyDict();
    for (Object pair : parseQsl(qs, keep)) {
      Object name = ((PyTuple) pair).get(0);
      if (!all.has(name)) all.put(name, new PyList());
      ((PyList) all.at(name)).add(((PyTuple) pair).get(1));
    }
    return all;
  }

  private static String[] parts(Object given, int minor) {
    if (!(given instanceof String)) throw new Unsupported("a URL of type " + Py.typeName(given));
    String url = (String) given;
    if (!url.isEmpty() && url.charAt(0) <= ' ') {
      if (minor < 12) {
        throw new Unsupported("a URL that starts with a space: releases of Python differ");
      }
      url = url.replaceFirst("^[\\x00-\\x20]+", "");
    }
    Matcher m = (minor < 11 ? OLD : URL).matcher(url.replaceAll("[\t\r\n]", ""));
    if (!m.matches()) throw new Unsupported("the URL " + url);
    String[] out = new String[5];
    for (int i = 0; i < 5; i++) out[i] = m.group(i + 1) == null ? "" : m.group(i + 1);
    out[0] = out[0].toLowerCase(Locale.ROOT);
    netloc(out[1]);
    return out;
  }

  private static void netloc(String s) {
    boolean open = s.indexOf('[') >= 0;
    if (open != s.indexOf(']') >= 0) throw PyError.value("Invalid IPv6 URL");
    boolean ascii = StringTests.isascii(s);
    if (open || !ascii) throw new Unsupported("a URL with brackets or letters beyond ASCII");
  }

  @Python("urllib.parse.urlsplit")
  public static PyRow urlsplit(Object url, int minor) {
    if (url == null) return PyUrl.ofNone(SPLIT);
    String[] p = parts(url, minor);
    return new PyUrl(SPLIT, p[0], p[1], p[2], p[3], p[4]);
  }

  @Python(value = "urllib.parse.urlparse", params = "url scheme", optional = 1)
  public static PyRow urlparse(Object url, Object scheme, int minor) {
    Object otherwise = Py.or(scheme, "");
    if (url == null && "".equals(otherwise)) return PyUrl.ofNone(PARSE);
    String[] p = parts(url, minor);
    if (!(otherwise instanceof String) || !((String) otherwise).matches("[A-Za-z0-9+.-]*")) {
      throw new Unsupported("this scheme in urlparse");
    }
    if (p[0].isEmpty()) p[0] = (String) otherwise;
    String path = p[2];
    String params = "";
    boolean takes = p[0].isEmpty() || PARAMS.contains(" " + p[0] + " ");
    if (takes && path.indexOf(';') >= 0) {
      if (p[0].equals("rtspu")) throw new Unsupported("urlparse of rtspu");
      int slash = path.lastIndexOf('/');
      int semicolon = path.indexOf(';', Math.max(slash, 0));
      if (semicolon >= 0) {
        params = path.substring(semicolon + 1);
        path = path.substring(0, semicolon);
      }
    }
    return new PyUrl(PARSE, p[0], p[1], path, params, p[3], p[4]);
  }
}
