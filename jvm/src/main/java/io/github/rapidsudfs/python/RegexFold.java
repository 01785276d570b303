// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The characters that {@code re.IGNORECASE} treats as equal: simple lower case, and the groups of
 * lower-case letters that share an upper case ({@code _EXTRA_CASES} of CPython's {@code
 * re/_casefix.py}).
 */
final class RegexFold {
  private static final String[] GROUPS =
      ("i\u0131 s\u017f \u00b5\u03bc \u0345\u03b9\u1fbe \u0390\u1fd3 \u03b0\u1fe3 \u03b2\u03d0"
              + " \u03b5\u03f5 \u03b8\u03d1 \u03ba\u03f0 \u03c0\u03d6 \u03c1\u03f1 \u03c2\u03c3"
              + " \u03c6\u03d5 \u0432\u1c80 \u0434\u1c81 \u043e\u1c82 \u0441\u1c83"
              + " \u0442\u1c84\u1c85 \u044a\u1c86 \u0463\u1c87 \u1c88\ua64b \u1e61\u1e9b"
              + " \ufb05\ufb06")
          .split(" ");

  private static final Map<Integer, Integer> FIRST = new HashMap<>();
  private static final Map<Integer, List<Integer>> CLASSES = new HashMap<>();

  static {
    for (String group : GROUPS) {
      for (int i = 0; i < group.length(); i++) {
        FIRST.put((int) group.charAt(i), (int) group.charAt(0));
      }
    }
    for (int c = 0; c < 0x20000; c++) {
      int f = fold(c);
      if (f != c) {
        List<Integer> members = CLASSES.get(f);
        if (members == null) {
          members = new ArrayList<>();
          members.add(f);
          CLASSES.put(f, members);
        }
        members.add(c);
      }
    }
  }

  /** Letters and digits added after Unicode 13.0, and the blocks added in 16.0. */
  private static final String NEW =
      "870-88e 8b5-8b5 8c8-8c9 c5d-c5d cdd-cdd 170d-170d 171f-171f 1b4c-1b4c 1c89-1c8a 2c2f-2c2f"
          + " 2c5f-2c5f 9ffd-9fff a7c0-a7c1 a7cb-a7dc a7f2-a7f4 10570-105f3 10780-107ba"
          + " 10d40-10d8f 10ec2-10ec4 10f70-10f81 11071-11075 1123f-11240 11380-113e2 116d0-116e3"
          + " 11740-11746 11ab0-11abf 11bc0-11bf9 11f02-11f33 11f50-11f59 12f90-12ff0 1342f-1342f"
          + " 13441-13446 13460-143fa 16100-16139 16a70-16ac9 16d40-16d79 1aff0-1affe 1b11f-1b122"
          + " 1b132-1b132 1b155-1b155 1ccf0-1ccf9 1d2c0-1d2d3 1df00-1df1e 1df25-1df2a 1e030-1e06d"
          + " 1e290-1e2ad 1e4d0-1e4eb 1e4f0-1e4f9 1e5d0-1e5ff 1e7e0-1e7fe 2a6de-2a6df 2b735-2b739"
          + " 2ebf0-2ee5d 31350-323af";

  private static final java.util.BitSet NEWER = new java.util.BitSet();

  static {
    for (String range : NEW.split(" ")) {
      String[] ends = range.split("-");
      NEWER.set(Integer.parseInt(ends[0], 16), Integer.parseInt(ends[1], 16) + 1);
    }
  }

  /** Whether Unicode versions disagree on whether the character is a letter, digit or space. */
  static boolean isNew(int c) {
    return NEWER.get(c);
  }

  static int fold(int c) {
    int lower = Character.toLowerCase(c);
    Integer first = FIRST.get(lower);
    return first == null ? lower : first;
  }

  /** All characters that match {@code c}, or null if only {@code c} itself does. */
  static List<Integer> variants(int c) {
    return CLASSES.get(fold(c));
  }

  /** The ASCII letters that match {@code c} under {@code re.ASCII}. */
  static int asciiOther(int c) {
    return c >= 'a' && c <= 'z' ? c - 32 : c >= 'A' && c <= 'Z' ? c + 32 : c;
  }
}
