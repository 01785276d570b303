// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit.gates;

import ai.rapids.cudf.Rmm;
import ai.rapids.cudf.RmmAllocationMode;
import io.github.rapidsudfs.testkit.Fault;
import io.github.rapidsudfs.testkit.Violation;
import java.lang.reflect.Modifier;
import java.util.stream.Stream;

/**
 * The device under the checks: reports what is open on it, and injects failures. This class is for
 * a GPU, through cuDF's own memory manager, which counts only bytes.
 */
public class Device {
  final RetryErrors retryErrors = new RetryErrors();

  /** The device of this process: the emulator if its agent runs, else a GPU. */
  public static Device here() {
    return Here.DEVICE;
  }

  private static final class Here {
    static final Device DEVICE = isEmulated() ? new EmulatedDevice() : gpu();

    /** Whether the agent rewrote cuDF's classes; its jar alone is not enough. */
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

  /** The currently allocated device bytes. */
  public long liveBytes() {
    return Rmm.getTotalBytesAllocated();
  }

  /** The number of open cuDF objects, or -1 if they are not counted. */
  public long openObjects() {
    return -1;
  }

  /** A description of the source lines that created the open objects; empty if they are unknown. */
  public String whereOpen() {
    return "";
  }

  /** Forgets all objects that are open now. */
  public void reset() {}

  /** The reason why a kind of failure cannot be injected, or null if it can. */
  public String cannot(Fault fault) {
    return fault.isRetried()
        ? retryErrors.cannot()
        : "failures of single " + fault.words() + " need the emulator";
  }

  /** Makes the {@code n}-th allocation or kernel call of this thread fail, once. */
  public void arm(Fault fault, long n) {
    retryErrors.arm(fault, n);
  }

  /** Ends fault injection; returns true if the armed failure has happened. */
  public boolean disarm() {
    return retryErrors.disarm();
  }

  /** The kind of finding that an error has by its type alone; null if by none. */
  public Violation.Kind kindOf(Throwable error) {
    return null;
  }

  /** A name for reports. */
  public String name() {
    return "GPU";
  }
}
