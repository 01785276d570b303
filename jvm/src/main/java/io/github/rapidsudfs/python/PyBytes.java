// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.util.Arrays;

/** Bytes; the array is never changed. */
public final class PyBytes implements Comparable<PyBytes> {
  public final byte[] data;

  public PyBytes(byte[] data) {
    this.data = data;
  }

  public int size() {
    return data.length;
  }

  /** The byte as 0 to 255. */
  public int get(int i) {
    return data[i] & 255;
  }

  /** {@code b'…'} with escapes; double quotes where only single ones are inside. */
  public String repr() {
    boolean single = false;
    boolean twice = false;
    for (byte b : data) {
      single |= b == '\'';
      twice |= b == '"';
    }
    char quote = single && !twice ? '"' : '\'';
    StringBuilder out = new StringBuilder("b").append(quote);
    for (byte b : data) {
      int c = b & 255;
      if (c == quote || c == '\\') out.append('\\').append((char) c);
      else if (c == '\t') out.append("\\t");
      else if (c == '\n') out.append("\\n");
      else if (c == '\r') out.append("\\r");
      else if (c < 32 || c > 126) out.append(String.format("\\x%02x", c));
      else out.append((char) c);
    }
    return out.append(quote).toString();
  }

  @Override
  public int compareTo(PyBytes other) {
    return Arrays.compareUnsigned(data, other.data);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PyBytes && Arrays.equals(data, ((PyBytes) other).data);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(data);
  }

  @Override
  public String toString() {
    return repr();
  }
}
