// SPDX-License-Identifier: Apache-2.0

package org.junit.jupiter.api;

/** The one method of JUnit that Hadoop's mini cluster calls. */
public final class Assertions {
  private Assertions() {}

  public static void assertTrue(boolean condition, String message) {
    if (!condition) {
      throw new AssertionError(message);
    }
  }
}
