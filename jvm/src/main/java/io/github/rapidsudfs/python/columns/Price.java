// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python.columns;

/**
 * The cost of kernels by the model of {@code docs/columnar-costs.md}.
 *
 * @param launches per batch
 * @param instructions per row
 */
public record Price(int launches, int instructions) {
  static final Price NOTHING = new Price(0, 0);

  Price plus(Price other) {
    return new Price(launches + other.launches, instructions + other.instructions);
  }

  /** Microseconds per million rows. */
  public long micros() {
    return instructions / 10 + 3L * launches;
  }
}
