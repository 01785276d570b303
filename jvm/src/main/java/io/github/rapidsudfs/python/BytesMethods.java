// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

/**
 * The methods that {@code bytes} shares with {@code str}, which run on one char per byte. Only
 * ASCII has case, letters, digits and spaces.
 */
public final class BytesMethods {
  private static final String SPACES = " \t\n\r\u000b\f";

  /** The bytes as chars, of which str treats only {@code kept} and ASCII as special. */
  private static String masked(PyBytes b, String kept) {
    StringBuilder out = new StringBuilder(b.latin());
    for (int i = 0; i < out.length(); i++) {
      char c = out.charAt(i);
      boolean special = c > 127 || c < 32 || c == ' ';
      if (special && kept.indexOf(c) < 0) out.setCharAt(i, (char) (0xe000 | c));
    }
    return out.toString();
  }

  private static PyBytes unmasked(Object masked) {
    String s = (String) masked;
    StringBuilder out = new StringBuilder(s.length());
    for (int i = 0; i < s.length(); i++) out.append((char) (s.charAt(i) & 255));
    return PyBytes.of(out.toString());
  }

  private static PyList unmasked(PyList parts) {
    PyList out = new PyList();
    for (Object part : parts) out.add(unmasked(part));
    return out;
  }

  @Python(value = "bytes.find .rfind .index .rindex", optional = 2, named = true)
  public static long search(String name, PyBytes b, Object part, Object start, Object end) {
    String find = name.replace("index", "find");
    long at = Strings.search(find, b.latin(), BytesOps.part(part), start, end);
    if (at < 0 && !find.equals(name)) throw PyError.value("subsection not found");
    return at;
  }

  @Python(value = "bytes.count", optional = 2)
  public static long count(PyBytes b, Object part, Object start, Object end) {
    return Strings.count(b.latin(), BytesOps.part(part), start, end);
  }

  @Python(value = "bytes.replace", optional = 1)
  public static PyBytes replace(PyBytes b, Object old, Object by, Object count) {
    String from = BytesOps.like(old).latin();
    String to = BytesOps.like(by).latin();
    return PyBytes.of(Strings.replace(b.latin(), from, to, Py.or(count, -1L)));
  }

  @Python(value = "bytes.split .rsplit", params = "sep maxsplit", optional = 2, named = true)
  public static PyList split(String name, PyBytes b, Object sep, Object maxsplit) {
    Object by = Py.or(sep, null);
    if (by != null) by = masked(BytesOps.like(by), SPACES);
    return unmasked(StringSplit.split(name, masked(b, SPACES), by, maxsplit));
  }

  @Python(value = "bytes.splitlines", params = "keepends", optional = 1)
  public static PyList splitlines(PyBytes b, Object keepends) {
    return unmasked(StringSplit.splitlines(masked(b, "\r\n"), keepends));
  }

  @Python(value = "bytes.partition .rpartition", named = true)
  public static PyTuple partition(String name, PyBytes b, Object sep) {
    Object[] parts = StringSplit.partition(name, b.latin(), BytesOps.like(sep).latin()).items;
    return new PyTuple(unmasked(parts[0]), unmasked(parts[1]), unmasked(parts[2]));
  }

  @Python(value = "bytes.strip .lstrip .rstrip", optional = 1, named = true)
  public static PyBytes strip(String name, PyBytes b, Object which) {
    Object chars = Py.or(which, null);
    if (chars != null) chars = masked(BytesOps.like(chars), SPACES);
    return unmasked(Strings.strip(name, masked(b, SPACES), chars));
  }

  @Python("bytes.removeprefix")
  public static PyBytes removeprefix(PyBytes b, Object prefix) {
    return PyBytes.of(Strings.removeprefix(b.latin(), BytesOps.like(prefix).latin()));
  }

  @Python("bytes.removesuffix")
  public static PyBytes removesuffix(PyBytes b, Object suffix) {
    return PyBytes.of(Strings.removesuffix(b.latin(), BytesOps.like(suffix).latin()));
  }

  @Python("bytes.join")
  public static PyBytes join(PyBytes b, Object items) {
    if (!Ops.isIterable(items)) throw PyError.type("can only join an iterable");
    StringBuilder out = new StringBuilder();
    int n = 0;
    for (Object item : Ops.list(items)) {
      if (!(item instanceof PyBytes)) {
        throw PyError.types(
            "sequence item " + n + ": expected a bytes-like object, %s found", item);
      }
      if (n++ > 0) out.append(b.latin());
      out.append(((PyBytes) item).latin());
    }
    return PyBytes.of(out.toString());
  }

  @Python(value = "bytes.ljust .rjust .center", optional = 1, named = true)
  public static PyBytes fill(String name, PyBytes b, Object width, Object fill) {
    Object with = Py.or(fill, PyBytes.of(" "));
    if (!(with instanceof PyBytes) || ((PyBytes) with).size() != 1) {
      throw new Unsupported("bytes." + name + "() with this fill: versions of Python differ");
    }
    return PyBytes.of(Strings.fill(name, b.latin(), width, ((PyBytes) with).latin()));
  }

  @Python("bytes.zfill")
  public static PyBytes zfill(PyBytes b, Object width) {
    return PyBytes.of(Strings.zfill(b.latin(), width));
  }

  @Python(value = "bytes.expandtabs", params = "tabsize", optional = 1)
  public static PyBytes expandtabs(PyBytes b, Object tabsize) {
    return unmasked(Strings.expandtabs(masked(b, "\t\r\n"), tabsize));
  }

  @Python(value = "bytes.lower .upper .title .capitalize .swapcase", named = true)
  public static PyBytes cased(String name, PyBytes b) {
    String s = masked(b, "");
    switch (name) {
      case "lower":
        return unmasked(StringCase.lower(s));
      case "upper":
        return unmasked(StringCase.upper(s));
      case "title":
        return unmasked(StringCase.title(s));
      case "capitalize":
        return unmasked(StringCase.capitalize(s));
      default:
        return unmasked(StringCase.swapcase(s));
    }
  }

  @Python(value = "bytes.isalpha .isdigit .isalnum .isspace", named = true)
  public static boolean is(String name, PyBytes b) {
    return StringTests.is(name, masked(b, SPACES));
  }

  @Python(value = "bytes.isupper .islower .istitle", named = true)
  public static boolean isCased(String name, PyBytes b) {
    return StringTests.cased(name, masked(b, ""));
  }

  @Python("bytes.isascii")
  public static boolean isascii(PyBytes b) {
    return StringTests.isascii(b.latin());
  }

  @Python("bytes.maketrans")
  public static PyBytes maketrans(Object from, Object to) {
    PyBytes keys = BytesOps.like(from);
    PyBytes values = BytesOps.like(to);
    if (keys.size() != values.size()) {
      throw PyError.value("maketrans arguments must have same length");
    }
    byte[] table = new byte[256];
    for (int i = 0; i < 256; i++) table[i] = (byte) i;
    for (int i = 0; i < keys.size(); i++) table[keys.get(i)] = values.data[i];
    return new PyBytes(table);
  }

  @Python(value = "bytes.translate", params = "delete", optional = 1)
  public static PyBytes translate(PyBytes b, Object table, Object delete) {
    PyBytes by = table == null ? null : BytesOps.like(table);
    if (by != null && by.size() != 256) {
      throw PyError.value("translation table must be 256 characters long");
    }
    String gone = delete == Py.ABSENT ? "" : BytesOps.like(delete).latin();
    StringBuilder out = new StringBuilder(b.size());
    for (int i = 0; i < b.size(); i++) {
      int c = b.get(i);
      if (gone.indexOf(c) < 0) out.append((char) (by == null ? c : by.get(c)));
    }
    return PyBytes.of(out.toString());
  }

  @Python("bytes.fromhex")
  public static PyBytes fromhex(Object s, int minor) {
    if (!(s instanceof String) && minor > 13) throw new Unsupported("bytes.fromhex of this type");
    return fromhex(StringCodec.text(s, "fromhex() argument"));
  }

  @Python("bytes.fromhex")
  public static PyBytes fromhex(String s) {
    StringBuilder out = new StringBuilder();
    int i = Texts.asciiPrefix(s);
    if (i < s.length()) throw notHex(i);
    i = 0;
    while (true) {
      while (i < s.length() && SPACES.indexOf(s.charAt(i)) >= 0) i++;
      if (i == s.length()) return PyBytes.of(out.toString());
      int high = BytesOps.digit(s, i++);
      if (high < 0) throw notHex(i - 1);
      if (i == s.length()) {
        throw PyError.value(
            "fromhex() arg must contain an even number of hexadecimal digits, " + i);
      }
      int low = BytesOps.digit(s, i++);
      if (low < 0) throw notHex(i - 1);
      out.append((char) (high * 16 + low));
    }
  }

  private static PyError notHex(int at) {
    return PyError.value("non-hexadecimal number found in fromhex() arg at position " + at);
  }
}
