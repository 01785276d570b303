// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import java.io.ByteArrayOutputStream;

/** The text that a path found in a row; finding nothing differs from finding an empty text. */
final class JsonOut {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private boolean any;

  /** The number of elements so far in the list that is being written. */
  private int elements;

  void add(byte[] source, int from, int to) {
    bytes.write(source, from, to - from);
    any = true;
  }

  void add(char c) {
    bytes.write(c);
    any = true;
  }

  /** Starts an element of a list. */
  void separate() {
    if (elements++ > 0) {
      add(',');
    }
  }

  /** The bytes found, or null. */
  byte[] found() {
    return any ? bytes.toByteArray() : null;
  }
}
