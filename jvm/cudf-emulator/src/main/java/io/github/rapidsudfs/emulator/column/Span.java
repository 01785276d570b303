// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.column;

import io.github.rapidsudfs.emulator.memory.Buffer;
import io.github.rapidsudfs.emulator.memory.DeviceMemory;

/** A range of device memory within one allocation. */
public record Span(Buffer buffer, long address, long length) {
  /** The range at an address that cuDF's Java side holds; null for a null address. */
  static Span at(long address, long length, String what) {
    return address == 0 || length == 0
        ? null
        : new Span(DeviceMemory.holding(address, length, what), address, length);
  }

  static Span whole(Buffer buffer) {
    return new Span(buffer, buffer.address, buffer.size);
  }
}
