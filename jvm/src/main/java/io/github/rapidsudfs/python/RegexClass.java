// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.util.BitSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A pattern that is one class of characters, perhaps with {@code +}: {@code \D}, {@code [^a-z]+}.
 * Such patterns are frequent in {@code sub} and {@code split}; a loop over a text without
 * surrogates is several times as fast as Java's regular expressions.
 */
final class RegexClass {
  private static final Pattern FORM =
      Pattern.compile("(\\\\[dDsSwW]|\\[\\^?(?:\\\\.|[^\\]\\\\])+\\])(\\+?)");

  /** Flags under which {@link #FORM} reads a pattern as Python does. */
  private static final int READABLE =
      RegexTranslator.UNICODE
          | RegexTranslator.ASCII
          | RegexTranslator.IGNORECASE
          | RegexTranslator.MULTILINE
          | RegexTranslator.DOTALL;

  private final Pattern one;
  private final boolean repeated;
  private final BitSet ascii;

  /** Up to U+FFFF; null until a text needs it, since it takes milliseconds. */
  private volatile BitSet all;

  private RegexClass(Pattern one, boolean repeated) {
    this.one = one;
    this.repeated = repeated;
    ascii = upTo(128);
  }

  private BitSet upTo(int end) {
    BitSet members = new BitSet(end);
    for (int c = 0; c < end; c++) {
      if (one.matcher(String.valueOf((char) c)).matches()) members.set(c);
    }
    return members;
  }

  private BitSet members(String text) {
    if (Texts.asciiPrefix(text) == text.length()) return ascii;
    if (all == null) all = upTo(Character.MAX_VALUE + 1);
    return all;
  }

  /** Null if a pattern that Python accepts is not of this form. */
  static RegexClass of(String pattern, int flags, int minor) {
    java.util.regex.Matcher form = FORM.matcher(pattern);
    if ((flags & ~READABLE) != 0 || !form.matches()) return null;
    String one = new RegexTranslator(form.group(1), flags, minor).translate();
    return new RegexClass(Pattern.compile(one, Pattern.DOTALL), !form.group(2).isEmpty());
  }

  /** Whether a text can be scanned character by character. */
  static boolean isFor(String text) {
    for (int i = 0; i < text.length(); i++) if (Character.isSurrogate(text.charAt(i))) return false;
    return true;
  }

  /** The matches in a text without surrogates, in order, from an index on. */
  final class Matches implements MatchResult {
    private final String text;
    private final BitSet members;
    private int start;
    private int end;

    Matches(String text, int from) {
      this.text = text;
      members = members(text);
      end = from;
    }

    boolean next() {
      int n = text.length();
      int i = end;
      while (i < n && !members.get(text.charAt(i))) i++;
      if (i == n) return false;
      start = i++;
      while (repeated && i < n && members.get(text.charAt(i))) i++;
      end = i;
      return true;
    }

    @Override
    public int start() {
      return start;
    }

    @Override
    public int end() {
      return end;
    }

    @Override
    public int start(int group) {
      return start;
    }

    @Override
    public int end(int group) {
      return end;
    }

    @Override
    public String group() {
      return text.substring(start, end);
    }

    @Override
    public String group(int group) {
      return group();
    }

    @Override
    public int groupCount() {
      return 0;
    }
  }
}
