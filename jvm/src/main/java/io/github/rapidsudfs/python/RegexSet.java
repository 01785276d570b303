// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.util.BitSet;

/** A set of characters: a bracket expression, a category, or a letter in either case. */
final class RegexSet {
  private final int flags;
  private final BitSet members = new BitSet();
  private final StringBuilder categories = new StringBuilder();
  boolean negated;

  /** Whether Unicode decides: a class, or case beyond ASCII. */
  boolean unicode;

  RegexSet(int flags) {
    this.flags = flags;
  }

  void add(int low, int high) {
    members.set(low, high + 1);
    if ((flags & RegexTranslator.IGNORECASE) == 0) return;
    unicode |= (flags & RegexTranslator.ASCII) == 0;
    for (int c = low; c <= Math.min(high, 0x1ffff); c++) {
      if ((flags & RegexTranslator.ASCII) != 0) {
        members.set(RegexFold.asciiOther(c));
      } else if (RegexFold.variants(c) != null) {
        for (int other : RegexFold.variants(c)) members.set(other);
      }
    }
  }

  int count() {
    return members.cardinality();
  }

  void category(int c) {
    boolean ascii = (flags & RegexTranslator.ASCII) != 0;
    unicode |= !ascii;
    String inner;
    switch (c | 32) {
      case 'd':
        inner = ascii ? "0-9" : "\\p{Nd}";
        break;
      case 's':
        inner =
            ascii
                ? "\\x{9}-\\x{d} "
                : "\\x{9}-\\x{d}\\x{1c}-\\x{20}\\x{85}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}"
                    + "\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}";
        break;
      default:
        inner = ascii ? "a-zA-Z0-9_" : RegexTranslator.WORD;
        break;
    }
    categories.append(c < 'a' ? "[^" + inner + "]" : inner);
  }

  String java() {
    StringBuilder b = new StringBuilder(negated ? "[^" : "[");
    for (int i = members.nextSetBit(0); i >= 0; ) {
      int end = members.nextClearBit(i) - 1;
      b.append(RegexTranslator.quote(i));
      if (end > i) b.append('-').append(RegexTranslator.quote(end));
      i = members.nextSetBit(end + 1);
    }
    return b.append(categories).append(']').toString();
  }
}
