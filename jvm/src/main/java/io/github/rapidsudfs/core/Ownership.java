// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.core;

/**
 * Whether a columnar body's handling of reference counts is checked exactly. Exactness needs that
 * no other thread holds the same columns, as in tests; set the system property {@code
 * rapidsudfs.ownership=strict}, or call {@link #strict(boolean)}.
 */
public final class Ownership {
  private static volatile boolean strict =
      "strict".equals(System.getProperty("rapidsudfs.ownership"));

  private Ownership() {}

  public static boolean strict() {
    return strict;
  }

  public static void strict(boolean on) {
    strict = on;
  }
}
