package io.github.rapidsudfs.testkit.values;

/**
 * What a column held that no value of its type can be: a map with a key twice, say. Equal to no value.
 *
 * @param what in words
 */
public record Malformed(String what) {
  @Override
  public String toString() {
    return "no value: " + what;
  }
}
