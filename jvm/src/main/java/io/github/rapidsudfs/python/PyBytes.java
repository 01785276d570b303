// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes; the array is never modified. */
public final class PyBytes implements Comparable<PyBytes> {
  public final byte[] data;

  public PyBytes(byte[] data) {
    this.data = data;
  }

  public int size() {
    return data.length;
  }

  public int get(int i) {
    return data[i] & 255;
  }

  /** One char from 0 to 255 per byte. */
  public static PyBytes of(String latin) {
    return new PyBytes(latin.getBytes(StandardCharsets.ISO_8859_1));
  }

  String latin() {
    return new String(data, StandardCharsets.ISO_8859_1);
  }

  PyList list() {
    PyList all = new PyList();
    for (byte b : data) all.add((long) (b & 255));
    return all;
  }

  public String repr() {
    return "b" + Texts.repr(latin(), true);
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
}
