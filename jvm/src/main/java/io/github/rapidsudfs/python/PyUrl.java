// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.util.Arrays;
import java.util.Locale;

/**
 * {@code SplitResult} and {@code ParseResult}: a tuple with names and computed attributes. Of None,
 * {@code SplitResultBytes} and {@code ParseResultBytes}, whose items are empty.
 */
public final class PyUrl extends PyRow {
  private static final String[] MORE = {"username", "password", "hostname", "port"};

  PyUrl(String[] fields, Object... items) {
    super(fields, items);
  }

  static PyUrl ofNone(String[] fields) {
    Object[] items = new Object[fields.length];
    Arrays.fill(items, new PyBytes(new byte[0]));
    return new PyUrl(fields, items);
  }

  @Override
  public int index(String field) {
    int i = super.index(field);
    for (int k = 0; k < MORE.length && i < 0; k++) if (MORE[k].equals(field)) i = size() + k;
    return i;
  }

  @Override
  public Object get(int i) {
    return i < size() ? super.get(i) : more(MORE[i - size()]);
  }

  private boolean isBytes() {
    return get(1) instanceof PyBytes;
  }

  private Object more(String name) {
    String netloc = isBytes() ? "" : (String) get(1);
    int sign = netloc.lastIndexOf('@');
    String info = sign < 0 ? null : netloc.substring(0, sign);
    String host = netloc.substring(sign + 1);
    int colon = host.indexOf(':');
    String port = colon < 0 ? "" : host.substring(colon + 1);
    switch (name) {
      case "username":
        return info == null ? null : info.split(":", 2)[0];
      case "password":
        return info == null || info.indexOf(':') < 0 ? null : info.split(":", 2)[1];
      case "hostname":
        if (colon >= 0) host = host.substring(0, colon);
        int zone = host.indexOf('%');
        int end = zone < 0 ? host.length() : zone;
        return host.isEmpty()
            ? null
            : host.substring(0, end).toLowerCase(Locale.ROOT) + host.substring(end);
      default:
        if (port.isEmpty()) return null;
        if (!port.matches("[0-9]+")) {
          throw PyError.value("Port could not be cast to integer value as " + Py.repr(port));
        }
        if (port.length() > 18 || Long.parseLong(port) > 65535) {
          throw PyError.value("Port out of range 0-65535");
        }
        return Long.parseLong(port);
    }
  }

  @Override
  public String repr() {
    return typeName() + super.repr().substring(3);
  }

  String typeName() {
    return (size() == 5 ? "SplitResult" : "ParseResult") + (isBytes() ? "Bytes" : "");
  }
}
