// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.testing;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/** The settings of a Spark session on the emulator that is not created from Python. */
public final class EmulatorSession {
  private EmulatorSession() {}

  /**
   * The settings that a session needs in addition to the agent and the slim plugin jar on its class
   * path: the plugin, and the expressions to keep on the CPU. Throws an {@code
   * IllegalStateException} if the plugin's jar is not on the class path.
   */
  public static Map<String, String> settings() {
    if (read("/rapids4spark-version-info.properties").isEmpty()) {
      throw new IllegalStateException("the jar of the cuDF plugin is not on the class path");
    }
    Map<String, String> settings = new TreeMap<>();
    settings.put("spark.plugins", "com.nvidia.spark.SQLPlugin");
    Properties properties = read("/io/github/rapidsudfs/emulator/emulator.properties");
    properties.stringPropertyNames().forEach(key -> settings.put(key, properties.getProperty(key)));
    return settings;
  }

  /**
   * Gives this thread a mutable class loader, as {@code spark-submit} does for the driver; the
   * plugin adds its classes to it. Call it before the session is created.
   */
  public static void useClassLoader() {
    Thread thread = Thread.currentThread();
    thread.setContextClassLoader(new URLClassLoader(new URL[0], thread.getContextClassLoader()));
  }

  private static Properties read(String resource) {
    Properties properties = new Properties();
    try (InputStream in = EmulatorSession.class.getResourceAsStream(resource)) {
      if (in != null) {
        properties.load(in);
      }
      return properties;
    } catch (IOException e) {
      throw new IllegalStateException(resource + " cannot be read: " + e, e);
    }
  }
}
