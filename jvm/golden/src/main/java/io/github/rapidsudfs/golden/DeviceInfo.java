// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.golden;

import ai.rapids.cudf.Cuda;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import java.util.concurrent.TimeUnit;

/** The device of this JVM: the plugin's version, and the GPU or the emulator. */
record DeviceInfo(String plugin, boolean gpu, String name) {
  private static final String EMULATOR = "io.github.rapidsudfs.emulator.agent.EmulatorAgent";
  private static final String VERSION = "/rapids4spark-version-info.properties";

  /**
   * Inspects the class path and the device. Throws {@link Golden.Failure} if there is neither a GPU
   * nor the emulator.
   */
  static DeviceInfo here() {
    String plugin = pluginVersion();
    if (isEmulated()) {
      return new DeviceInfo(plugin, false, "emulator (not a GPU)");
    }
    try {
      if (Cuda.getDeviceCount() < 1) {
        throw new Golden.Failure("there is no GPU: the CUDA driver finds none");
      }
      return new DeviceInfo(
          plugin,
          true,
          "%s, compute capability %s.%s, CUDA %s"
              .formatted(
                  gpuName(),
                  Cuda.getComputeCapabilityMajor(),
                  Cuda.getComputeCapabilityMinor(),
                  Cuda.getRuntimeVersion()));
    } catch (LinkageError | RuntimeException e) {
      if (e instanceof Golden.Failure) {
        throw e;
      }
      throw new Golden.Failure(
          "there is no usable GPU, or the plugin's jar has no native libraries: " + e);
    }
  }

  /**
   * An agent's jar is on the class path of its JVM; the emulator's is there for no other reason.
   */
  private static boolean isEmulated() {
    try {
      Class.forName(EMULATOR, false, ClassLoader.getSystemClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  private static String pluginVersion() {
    try (InputStream in = DeviceInfo.class.getResourceAsStream(VERSION)) {
      if (in == null) {
        throw new Golden.Failure("the plugin's jar is not on the class path");
      }
      Properties properties = new Properties();
      properties.load(in);
      return properties.getProperty("version");
    } catch (IOException e) {
      throw new Golden.Failure("the plugin's version cannot be read: " + e);
    }
  }

  private static String gpuName() {
    try {
      Process process =
          new ProcessBuilder(
                  "nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader")
              .start();
      String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      boolean done =
          process.waitFor(30, TimeUnit.SECONDS) && process.exitValue() == 0 && !text.isBlank();
      return done ? text.lines().findFirst().orElseThrow().replace(", ", ", driver ") : "a GPU";
    } catch (IOException e) {
      return "a GPU";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "a GPU";
    }
  }
}
