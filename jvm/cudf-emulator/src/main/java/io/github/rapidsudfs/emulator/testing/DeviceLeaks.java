// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.testing;

import io.github.rapidsudfs.emulator.memory.Handles;
import io.github.rapidsudfs.emulator.memory.Ledger;

/**
 * Checks that a piece of code frees all device memory and closes all cuDF objects that it creates.
 * No other thread may use cuDF at the same time.
 */
public final class DeviceLeaks {
  private DeviceLeaks() {}

  /** Code under test. */
  public interface Body {
    /** Runs it. */
    void run() throws Exception;
  }

  /** Runs the code and throws an {@code AssertionError} if bytes or objects are left. */
  public static void check(Body body) throws Exception {
    long bytes = Ledger.liveBytes();
    int objects = Handles.count();
    body.run();
    compare(bytes, objects, "");
  }

  static void compare(long bytes, int objects, String when) {
    long leftBytes = Ledger.liveBytes() - bytes;
    int leftObjects = Handles.count() - objects;
    if (leftBytes != 0 || leftObjects != 0) {
      throw new AssertionError(
          ("%s device bytes and %s cuDF objects were left open%s; close every"
                  + " ColumnVector, Scalar and Table, also when a later call throws")
              .formatted(leftBytes, leftObjects, when));
    }
  }
}
