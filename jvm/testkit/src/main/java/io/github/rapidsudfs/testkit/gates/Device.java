// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit.gates;

import ai.rapids.cudf.Rmm;
import ai.rapids.cudf.RmmAllocationMode;
import io.github.rapidsudfs.testkit.Fault;
import java.lang.reflect.Modifier;
import java.util.stream.Stream;

/**
 * What the checks ask of the device: what is open on it, and failures on purpose. This one is a
 * GPU, by cuDF's own memory manager, which counts bytes alone.
 */
public class Device {
  final RetryErrors retryErrors = new RetryErrors();

  /** The device of this process: the emulator where its agent runs, else a GPU. */
  public static Device here() {
    return Here.DEVICE;
  }

  private static final class Here {
    static final Device DEVICE = isEmulated() ? new EmulatedDevice() : gpu();

    /** Whether the agent rewrote cuDF's classes: its jar alone on the class path does nothing. */
    private static boolean isEmulated() {
      ClassLoader loader = Device.class.getClassLoader();
      try {
        Class.forName("io.github.rapidsudfs.emulator.memory.Ledger", false, loader);
        Class<?> cudf = Class.forName("ai.rapids.cudf.ColumnView", false, loader);
        return Stream.of(cudf.getDeclaredMethods())
            .filter(method -> method.getName().equals("deleteColumnView"))
            .anyMatch(method -> !Modifier.isNative(method.getModifiers()));
      } catch (ClassNotFoundException e) {
        return false;
      }
    }

    private static Device gpu() {
      if (!Rmm.isInitialized()) {
        Rmm.initialize(RmmAllocationMode.CUDA_DEFAULT, null, 0);
      }
      return new Device();
    }
  }

  /** Device bytes that are allocated now. */
  public long liveBytes() {
    return Rmm.getTotalBytesAllocated();
  }

  /** Open cuDF objects, or -1 where nobody counts them. */
  public long openObjects() {
    return -1;
  }

  /** Where in the source what is open now was made, in words; empty where that is not known. */
  public String whereOpen() {
    return "";
  }

  /** Forgets what was open until now. */
  public void reset() {}

  /** Why a sort of failure cannot be injected, or null where it can. */
  public String cannot(Fault fault) {
    return fault.isRetried()
        ? retryErrors.cannot()
        : "failures of single " + fault.words() + " need the emulator";
  }

  /** Makes the {@code n}-th allocation or kernel call of this thread fail, once. */
  public void arm(Fault fault, long n) {
    retryErrors.arm(fault, n);
  }

  /** Ends all failing on purpose; true if the failure asked for has happened. */
  public boolean disarm() {
    return retryErrors.disarm();
  }

  /** A name for reports. */
  public String name() {
    return "GPU";
  }
}
