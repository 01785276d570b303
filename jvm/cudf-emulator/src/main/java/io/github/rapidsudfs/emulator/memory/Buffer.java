// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.memory;

/** One allocation of device memory. */
public final class Buffer {
  public final long address;
  public final long size;

  /** Whether it came through RMM, which counts it and tells its event handler. */
  final boolean ofRmm;

  /** The UDF whose columnar body allocated it; null for the plugin's own. */
  final UdfLeaks.Owner owner = UdfLeaks.owner();

  volatile boolean freed;

  Buffer(long address, long size, boolean ofRmm) {
    this.address = address;
    this.size = size;
    this.ofRmm = ofRmm;
  }

  /** Raises an error where the memory has been given back. */
  public void check(String what) {
    if (freed) {
      throw new IllegalStateException(
          Ledger.current() + ": " + what + " was used after its memory was freed");
    }
  }

  boolean holds(long from, long length) {
    return from >= address && from + length <= address + Math.max(size, 1);
  }
}
