package io.github.rapidsudfs.emulator.memory;

/** One allocation of device memory. */
public final class Buffer {
  public final long address;
  public final long size;

  /** The UDF whose columnar body allocated it; null for the plugin's own. */
  final UdfLeaks.Owner owner = UdfLeaks.owner();

  volatile boolean freed;

  Buffer(long address, long size) {
    this.address = address;
    this.size = size;
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
