// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.api;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/** The version of this jar and the versions that it was built for, written by the build. */
public final class BuildInfo {
  private static final String RESOURCE = "/io/github/rapidsudfs/build.properties";
  private static final Map<String, String> ALL = read();

  private BuildInfo() {}

  /** This library's version. */
  public static String version() {
    return ALL.get("version");
  }

  /** {@code version}, and the {@code scala}, {@code spark} and {@code plugin} of the build. */
  public static Map<String, String> all() {
    return ALL;
  }

  private static Map<String, String> read() {
    Properties properties = new Properties();
    try (InputStream in = BuildInfo.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException(
            "this jar lacks " + RESOURCE + ", so its version is unknown; build it with make");
      }
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + RESOURCE, e);
    }
    Map<String, String> all = new TreeMap<>();
    properties.stringPropertyNames().forEach(name -> all.put(name, properties.getProperty(name)));
    return Map.copyOf(all);
  }
}
