package io.github.rapidsudfs.emulator.natives;

import io.github.rapidsudfs.emulator.kernels.JoinPairs;
import io.github.rapidsudfs.emulator.memory.Buffer;
import io.github.rapidsudfs.emulator.memory.Device;
import io.github.rapidsudfs.emulator.memory.Handles;
import io.github.rapidsudfs.emulator.memory.Ledger;
import sun.misc.Unsafe;

/** Gather maps as cuDF's Java side takes them: device buffers of 32-bit row numbers. */
final class GatherMaps {
  private GatherMaps() {}

  /** Both maps: their bytes, then address and handle of each. */
  static long[] out(JoinPairs pairs) {
    Buffer left = buffer(pairs.left());
    try {
      Buffer right = buffer(pairs.right());
      return new long[] {
        left.size, left.address, Handles.open(left), right.address, Handles.open(right)
      };
    } catch (Throwable e) {
      Device.free(left);
      throw e;
    }
  }

  /** One map: its bytes, address and handle. */
  static long[] out(int[] map) {
    Buffer buffer = buffer(map);
    return new long[] {buffer.size, buffer.address, Handles.open(buffer)};
  }

  private static Buffer buffer(int[] map) {
    Buffer buffer = Device.allocate(map.length * 4L);
    Device.MEMORY.copyMemory(map, Unsafe.ARRAY_INT_BASE_OFFSET, null, buffer.address, buffer.size);
    Ledger.written(buffer.size);
    return buffer;
  }

  /** A map that cuDF's Java side holds. */
  static int[] in(long address, long bytes) {
    Device.holding(address, bytes, "a gather map");
    int[] map = new int[(int) (bytes / 4)];
    Device.MEMORY.copyMemory(null, address, map, Unsafe.ARRAY_INT_BASE_OFFSET, bytes);
    Ledger.read(bytes);
    return map;
  }
}
