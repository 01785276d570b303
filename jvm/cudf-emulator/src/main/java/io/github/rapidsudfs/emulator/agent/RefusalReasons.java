// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.agent;

import java.util.Comparator;
import java.util.Properties;
import java.util.Set;

/** The reasons for refusals, read from {@code refusals.properties}. */
final class RefusalReasons {
  private static final String RESOURCE = "/io/github/rapidsudfs/emulator/refusals.properties";

  private final Properties rules = BookkeepingRules.read(RESOURCE);

  /** The entry that covers a native, by class and name, or null. */
  String entry(String owner, String name) {
    String full = owner + "." + name;
    return entries().stream()
        .filter(
            entry ->
                entry.endsWith("*")
                    ? full.startsWith(entry.substring(0, entry.length() - 1))
                    : full.equals(entry))
        .max(Comparator.comparingInt(String::length))
        .orElse(null);
  }

  /** A native's reason, or null. */
  String reason(String owner, String name) {
    String entry = entry(owner, name);
    return entry == null ? null : rules.getProperty(entry);
  }

  Set<String> entries() {
    return rules.stringPropertyNames();
  }
}
