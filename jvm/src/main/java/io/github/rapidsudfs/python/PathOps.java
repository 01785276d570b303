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
  public static PyTuple monthrange(Object year, Object month, int minor) {
    boolean isKnown = year instanceof Long && month instanceof Long;
    long m = isKnown ? (Long) month : 0;
    boolean isMonth = m >= 1 && m <= 12;
    // The error is an IndexError, too, in some releases of 3.14.
    if (!isKnown || !isMonth && minor > 13) {
      throw new Unsupported("monthrange(" + Py.repr(year) + ", " + Py.repr(month) + ")");
    }
    if (!isMonth) {
      PyType type = PyType.named("calendar.IllegalMonthError");
      throw PyError.withText(type, "bad month number " + m + "; must be 1-12", m);
    }
    long y = (Long) year;
    if (y < 1 || y > 9999) y = 2000 + Math.floorMod(y, 400L);
    java.time.LocalDate first = java.time.LocalDate.of((int) y, (int) m, 1);
    long weekday = first.getDayOfWeek().getValue() - 1;
    return new PyTuple(weekday, (long) first.lengthOfMonth()) {
      @Override
      public String repr() {
        if (minor < 12) return super.repr();
        throw new Unsupported("the text of a weekday, which is an enum");
      }
    };
  }
}
