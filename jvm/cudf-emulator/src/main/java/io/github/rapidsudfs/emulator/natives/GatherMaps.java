// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.natives;

import io.github.rapidsudfs.emulator.binding.Native;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.kernels.JoinPairs;
import io.github.rapidsudfs.emulator.kernels.Joins;
import io.github.rapidsudfs.emulator.memory.Buffer;
import io.github.rapidsudfs.emulator.memory.DeviceMemory;
import io.github.rapidsudfs.emulator.memory.Handles;
import io.github.rapidsudfs.emulator.memory.Ledger;
import sun.misc.Unsafe;

/** Gather maps in the form of cuDF's Java side: device buffers of 32-bit row numbers. */
public final class GatherMaps {
  /** Both maps, or only the left one: their bytes, then the address and handle of each. */
  static long[] out(JoinPairs pairs) {
    if (pairs.right() == null) {
      Buffer buffer = buffer(pairs.left());
      return new long[] {buffer.size, buffer.address, Handles.open(buffer)};
    }
    Buffer left = buffer(pairs.left());
    try {
      Buffer right = buffer(pairs.right());
      return new long[] {
        left.size, left.address, Handles.open(left), right.address, Handles.open(right)
      };
    } catch (Throwable e) {
      DeviceMemory.free(left);
      throw e;
    }
  }

  private static Buffer buffer(int[] map) {
    Buffer buffer = DeviceMemory.allocate(map.length * 4L);
    DeviceMemory.MEMORY.copyMemory(
        map, Unsafe.ARRAY_INT_BASE_OFFSET, null, buffer.address, buffer.size);
    Ledger.written(buffer.size);
    return buffer;
  }

  @Native(value = "com.nvidia.spark.rapids.jni.JoinPrimitives.nativeMakeSemi", with = "SEMI")
  @Native(value = "com.nvidia.spark.rapids.jni.JoinPrimitives.nativeMakeAnti", with = "ANTI")
  public static JoinPairs leftAlone(long map, long bytes, int rows, Joins.Kind kind) {
    return kind.of(new JoinPairs(in(map, bytes), null), rows, 0);
  }

  @Native("com.nvidia.spark.rapids.jni.JoinPrimitives.nativeGetMatchedRows")
  public static Vec matched(long map, long bytes, int rows) {
    return FixedVec.bools(JoinPairs.matched(in(map, bytes), rows), null);
  }

  /** A map that cuDF's Java side holds. */
  static int[] in(long address, long bytes) {
    DeviceMemory.holding(address, bytes, "a gather map");
    int[] map = new int[(int) (bytes / 4)];
    DeviceMemory.MEMORY.copyMemory(null, address, map, Unsafe.ARRAY_INT_BASE_OFFSET, bytes);
    Ledger.read(bytes);
    return map;
  }
}
