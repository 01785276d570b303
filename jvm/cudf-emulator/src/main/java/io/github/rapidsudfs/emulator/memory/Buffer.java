// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.memory;

/** One allocation of device memory. */
public final class Buffer {
  public final long address;
  public final long size;

  /** True if allocated through RMM, whose event handler is notified. */
  final boolean ofRmm;

  /** The RMM resource that counts it, or null. */
  final Resource resource;

  /** The UDF whose columnar body allocated it; null if the plugin allocated it. */
  final UdfLeaks.Owner owner = UdfLeaks.owner();

  volatile boolean freed;

  Buffer(long address, long size, boolean ofRmm) {
    this.address = address;
    this.size = size;
    this.ofRmm = ofRmm;
    this.resource = ofRmm ? Resource.current() : null;
  }

  /** Raises an error if the memory has been freed. */
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
