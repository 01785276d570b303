// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

/** The Java regex of a part, and how many code points it can match. */
final class RegexPart {
  final StringBuilder java = new StringBuilder();
  long min;
  long max;
  boolean atom = true;
  boolean position;
  boolean repeat;
  boolean captures;

  RegexPart(String text, long min, long max) {
    java.append(text);
    this.min = min;
    this.max = max;
  }

  String single() {
    return atom ? java.toString() : "(?:" + java + ")";
  }
}
