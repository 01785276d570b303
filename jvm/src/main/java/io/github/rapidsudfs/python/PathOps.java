// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

/** {@code os.path} for POSIX, the functions that need no file; {@code calendar}. */
public final class PathOps {
  private static String path(Object p) {
    if (p instanceof String) return (String) p;
    if (p instanceof PyBytes) throw new Unsupported("a path of bytes");
    throw PyError.type("expected str, bytes or os.PathLike object, not " + Py.shortTypeName(p));
  }

  @Python("os.path.basename")
  public static String basename(Object p) {
    String s = path(p);
    return s.substring(s.lastIndexOf('/') + 1);
  }

  @Python("os.path.dirname")
  public static String dirname(Object p) {
    String s = path(p);
    String head = s.substring(0, s.lastIndexOf('/') + 1);
    String stripped = head.replaceAll("/+$", "");
    return stripped.isEmpty() ? head : stripped;
  }

  @Python("os.path.split")
  public static PyTuple split(Object p) {
    return new PyTuple(dirname(p), basename(p));
  }

  /** Leading dots of a name do not start an extension. */
  @Python("os.path.splitext")
  public static PyTuple splitext(Object p) {
    String s = path(p);
    int slash = s.lastIndexOf('/');
    int dot = s.lastIndexOf('.');
    int first = slash + 1;
    while (first < dot && s.charAt(first) == '.') first++;
    boolean has = dot > slash && first < dot;
    return new PyTuple(has ? s.substring(0, dot) : s, has ? s.substring(dot) : "");
  }

  @Python("os.path.join")
  public static String join(Object first, Object... more) {
    String out = path(first);
    for (Object one : more) {
      if (!(one instanceof String)) throw new Unsupported("os.path.join of a " + Py.typeName(one));
      String s = (String) one;
      out = s.startsWith("/") ? s : out.isEmpty() || out.endsWith("/") ? out + s : out + "/" + s;
    }
    return out;
  }

  @Python("calendar.isleap")
  public static boolean isleap(Object year) {
    if (!(year instanceof Long)) throw new Unsupported("isleap of a " + Py.typeName(year));
    long y = (Long) year;
    return y % 4 == 0 && (y % 100 != 0 || y % 400 == 0);
  }

  @Python(value = "calendar.monthrange", params = "year month")
  public static PyTuple monthrange(Object year, Object month) {
    boolean plain = year instanceof Long && month instanceof Long;
    long y = plain ? (Long) year : 0;
    long m = plain ? (Long) month : 0;
    if (y < 1 || y > 9999 || m < 1 || m > 12) {
      throw new Unsupported("monthrange(" + Py.repr(year) + ", " + Py.repr(month) + ")");
    }
    java.time.LocalDate first = java.time.LocalDate.of((int) y, (int) m, 1);
    return new PyTuple((long) first.getDayOfWeek().getValue() - 1, (long) first.lengthOfMonth());
  }
}
