// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import java.io.ByteArrayOutputStream;

/** What a path found in a row; nothing is not the same as no bytes. */
final class JsonOut {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private boolean any;

  /** How many elements are in the list that is being written. */
  private int elements;

  void add(byte[] source, int from, int to) {
    bytes.write(source, from, to - from);
    any = true;
  }

  void add(char c) {
    bytes.write(c);
    any = true;
  }

  /** Before an element of a list. */
  void separate() {
    if (elements++ > 0) {
      add(',');
    }
  }

  /** The bytes, or null for nothing. */
  byte[] found() {
    return any ? bytes.toByteArray() : null;
  }
}
