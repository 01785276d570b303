// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.nio.charset.StandardCharsets;
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
  private final boolean[] ascii = new boolean[128];

  /** Up to U+FFFF; null until a text needs it, since it takes milliseconds. */
  private volatile BitSet all;

  private RegexClass(Pattern one, boolean repeated) {
    this.one = one;
    this.repeated = repeated;
    for (int c = 0; c < 128; c++) ascii[c] = contains(c);
  }

  private boolean contains(int c) {
    return one.matcher(String.valueOf((char) c)).matches();
  }

  private BitSet all() {
    if (all == null) {
      BitSet members = new BitSet();
      for (int c = 0; c <= Character.MAX_VALUE; c++) if (contains(c)) members.set(c);
      all = members;
    }
    return all;
  }

  /** Null if a pattern that Python accepts does not have this form. */
  static RegexClass of(String pattern, int flags, int minor) {
    java.util.regex.Matcher form = FORM.matcher(pattern);
    if ((flags & ~READABLE) != 0 || !form.matches()) return null;
    String one = new RegexTranslator(form.group(1), flags, minor).translate();
    return new RegexClass(Pattern.compile(one, Pattern.DOTALL), !form.group(2).isEmpty());
  }

  /** An ASCII text without the members; null for other texts. */
  String without(String text) {
    if (Texts.asciiPrefix(text) < text.length()) return null;
    byte[] kept = text.getBytes(StandardCharsets.ISO_8859_1);
    int n = 0;
    for (byte c : kept) if (!ascii[c]) kept[n++] = c;
    return n == kept.length ? text : new String(kept, 0, n, StandardCharsets.ISO_8859_1);
  }

  /** The matches in a text from an index on; null if it has surrogates. */
  Matches matches(String text, int from) {
    int plain = Texts.asciiPrefix(text);
    for (int i = plain; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) return null;
    }
    return new Matches(text, plain == text.length() ? null : all(), from);
  }

  /** The matches in a text without surrogates, in order, from an index on. */
  final class Matches implements MatchResult {
    private final String text;
    private final BitSet others;
    private int start;
    private int end;

    private Matches(String text, BitSet others, int from) {
      this.text = text;
      this.others = others;
      end = from;
    }

    private boolean isMember(int i) {
      char c = text.charAt(i);
      return c < 128 ? ascii[c] : others.get(c);
    }

    boolean next() {
      int n = text.length();
      int i = end;
      while (i < n && !isMember(i)) i++;
      if (i == n) return false;
      start = i++;
      while (repeated && i < n && isMember(i)) i++;
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
