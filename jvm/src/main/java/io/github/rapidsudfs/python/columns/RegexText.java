// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python.columns;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Translates Python's regular expressions into cuDF's syntax: literals and classes of ASCII,
 * groups, alternatives, greedy and reluctant quantifiers, and the anchors of a whole pattern.
 * Rejects a repeated part that may be empty, which crashes libcudf's pattern compiler, and very
 * large patterns, which crash its kernels.
 */
final class RegexText {
  private static final String SPACES = " \t\n\r\f\u000b\u001c\u001d\u001e\u001f";
  private static final String PLAIN = " !\"#%&',-/:;<=>@_`~";
  private static final String ESCAPED = ".^$*+?()[]{}|\\/-";
  private static final int MOST_POSITIONS = 100;
  private static final int MOST_TIMES = 99;

  /**
   * A part of a pattern.
   *
   * @param empty whether it may match an empty string
   * @param size the number of characters and classes, each multiplied by its count
   */
  private record Part(boolean empty, int size) {}

  /**
   * A character or class at its position.
   *
   * @param optional whether it may be absent
   * @param varies whether its number of repetitions may vary
   */
  private record Turn(BitSet characters, boolean optional, boolean varies) {}

  private final MaskedWriter c;
  private final String text;
  private final boolean ignoreCase;
  private final boolean capture;
  private final StringBuilder out = new StringBuilder();

  /** Whether each group takes part in every match. */
  final List<Boolean> groups = new ArrayList<>();

  final Map<String, Integer> names = new HashMap<>();
  private int at;
  private int boundaries;
  private boolean empty;
  private boolean hasClasses;
  private boolean matchesAscii = true;

  /** The consecutive parts; empty once there is anything other than characters and classes. */
  private Optional<List<Turn>> turns = Optional.of(new ArrayList<>());

  private RegexText(MaskedWriter c, String text, boolean ignoreCase, boolean capture) {
    this.c = c;
    this.text = text;
    this.ignoreCase = ignoreCase;
    this.capture = capture;
  }

  /**
   * @param capture whether to capture groups as in the pattern and keep reluctant quantifiers
   */
  static RegexText of(MaskedWriter c, String pattern, boolean ignoreCase, boolean capture) {
    RegexText whole = new RegexText(c, pattern, ignoreCase, capture);
    Part part = whole.alternatives(true);
    if (whole.at < pattern.length() || part.size > MOST_POSITIONS) throw whole.refuse();
    whole.empty = part.empty;
    return whole;
  }

  /** Whether the pattern may match an empty string. */
  boolean mayBeEmpty() {
    return empty;
  }

  @Override
  public String toString() {
    return out.toString();
  }

  /** Whether it depends on the definition of letters, digits or spaces, or on case. */
  boolean hasClasses() {
    return hasClasses;
  }

  /** Whether matches are ASCII, if no character beyond is a digit, space or other case of ASCII. */
  boolean matchesAscii() {
    return matchesAscii;
  }

  /** Whether it tests for the end of the string. */
  boolean hasEnd() {
    return text.endsWith("$");
  }

  /**
   * Whether no engine can match a string from some position on in two ways: parts that vary in
   * number, all greedy, share no character with what may follow them.
   */
  boolean isOneWay() {
    List<Turn> all = turns.orElse(List.of());
    for (int i = 0; i < all.size(); i++) {
      boolean last = !all.get(i).varies;
      for (int k = i + 1; k < all.size() && !last; k++) {
        if (all.get(i).characters.intersects(all.get(k).characters)) return false;
        last = !all.get(k).optional;
      }
    }
    return turns.isPresent();
  }

  /** The ASCII characters that a character or class matches, as written, and 128 for others. */
  private BitSet characters(String written) {
    BitSet all = new BitSet();
    // To Java these two are an operator.
    if (written.contains("&&")) {
      all.set(0, 129);
      return all;
    }
    try {
      Pattern one = Pattern.compile(written);
      for (char ch = 0; ch <= 128; ch++) all.set(ch, one.matcher(String.valueOf(ch)).matches());
      if (written.contains("\\w")) all.set(128);
      return all;
    } catch (PatternSyntaxException e) {
      throw refuse();
    }
  }

  private NoColumns refuse() {
    return c.refuse("the pattern " + text);
  }

  private char next() {
    if (at >= text.length()) throw refuse();
    return text.charAt(at++);
  }

  private boolean isAt(String part) {
    return text.startsWith(part, at);
  }

  /**
   * @param always whether every match includes this part
   */
  private Part alternatives(boolean always) {
    boolean several = hasAlternatives();
    Part all = sequence(always && !several);
    while (isAt("|")) {
      turns = Optional.empty();
      out.append(next());
      Part other = sequence(false);
      all = new Part(all.empty || other.empty, all.size + other.size);
    }
    return all;
  }

  /** Whether another alternative follows before the end of this group. */
  private boolean hasAlternatives() {
    int depth = 0;
    boolean inSet = false;
    for (int i = at; i < text.length() && depth >= 0; i++) {
      char ch = text.charAt(i);
      if (ch == '\\') i++;
      else if (inSet) inSet = ch != ']' || text.charAt(i - 1) == '[';
      else if (ch == '[') inSet = true;
      else if (ch == '(') depth++;
      else if (ch == ')') depth--;
      else if (ch == '|' && depth == 0) return true;
    }
    return false;
  }

  private Part sequence(boolean always) {
    Part all = new Part(true, 0);
    while (at < text.length() && !isAt("|") && !isAt(")")) {
      char first = text.charAt(at);
      if (first == '^' && at == 0 || first == '$' && at == text.length() - 1) {
        turns = Optional.empty();
        out.append(next());
        continue;
      }
      Part next = item(always);
      all = new Part(all.empty && next.empty, all.size + next.size);
    }
    return all;
  }

  /** The repetitions of the part that begins here, from the quantifier after it. */
  private Part item(boolean always) {
    if (isAt("\\b")) {
      at += 2;
      boundaries++;
      hasClasses = true;
      turns = Optional.empty();
      out.append("\\b");
      return new Part(true, 1);
    }
    int before = groups.size();
    int boundariesBefore = boundaries;
    if (isAt("(")) turns = Optional.empty();
    int start = out.length();
    Part one = isAt("(") ? group(always) : atom();
    String written = out.substring(start);
    int[] times = quantifier();
    boolean varies = times != null && times[0] < times[1];
    boolean optional = times != null && times[0] == 0;
    turns.ifPresent(all -> all.add(new Turn(characters(written), optional, varies)));
    if (times == null) return one;
    if (one.empty && (times[1] > 1 || boundaries > boundariesBefore)) throw refuse();
    boolean changed = times[0] == 0 || times[1] > 1;
    if (groups.size() > before && changed) {
      if (capture && times[1] > 1) throw refuse();
      for (int i = before; i < groups.size(); i++) groups.set(i, false);
    }
    return new Part(one.empty || times[0] == 0, one.size * times[2]);
  }

  private Part group(boolean always) {
    at++;
    if (isAt("?:")) {
      at += 2;
      out.append("(?:");
    } else {
      if (isAt("?P<")) {
        int end = text.indexOf('>', at);
        if (end < 0) throw refuse();
        names.put(text.substring(at + 3, end), groups.size() + 1);
        at = end + 1;
      } else if (isAt("?")) {
        throw refuse();
      }
      groups.add(always);
      out.append(capture ? "(" : "(?:");
    }
    Part inner = alternatives(always);
    if (!isAt(")")) throw refuse();
    out.append(next());
    return inner;
  }

  /** The least and greatest repetitions, and how often the part counts; null for once. */
  private int[] quantifier() {
    if (at >= text.length()) return null;
    char kind = text.charAt(at);
    int[] times;
    if (kind == '{') {
      int end = text.indexOf('}', at);
      if (end < 0 || !text.substring(at, end).matches("\\{[0-9]{1,2}(,[0-9]{0,2})?"))
        throw refuse();
      String[] bounds = text.substring(at + 1, end).split(",", -1);
      int least = Integer.parseInt(bounds[0]);
      boolean open = bounds.length > 1 && bounds[1].isEmpty();
      int most = open ? MOST_TIMES : Integer.parseInt(bounds[bounds.length - 1]);
      if (most == 0 || least > most) throw refuse();
      times = new int[] {least, most, open ? Math.max(1, least) : most};
      out.append(text, at, end + 1);
      at = end + 1;
    } else if ("*+?".indexOf(kind) >= 0) {
      times = new int[] {kind == '+' ? 1 : 0, kind == '?' ? 1 : MOST_TIMES, 1};
      out.append(next());
    } else {
      return null;
    }
    // Reluctance does not change whether there is a match.
    if (isAt("?")) {
      at++;
      turns = Optional.empty();
      if (capture) out.append('?');
    }
    if (at < text.length() && "*+?{".indexOf(text.charAt(at)) >= 0) throw refuse();
    return times;
  }

  private static boolean isWord(char ch) {
    return ch >= 'a' && ch <= 'z' || ch >= 'A' && ch <= 'Z' || ch >= '0' && ch <= '9';
  }

  private Part atom() {
    char ch = next();
    if (ch == '[') {
      set();
    } else if (ch == '.') {
      matchesAscii = false;
      out.append("[^\n]");
    } else if (ch == '\\') {
      char escaped = next();
      String all = members(Character.toLowerCase(escaped));
      boolean isClass = all != null && "DWSdwsnrt".indexOf(escaped) >= 0;
      boolean others = Character.isUpperCase(escaped);
      if (others) matchesAscii = false;
      if (isClass) out.append(others ? "[^" : "[").append(all).append(']');
      else if (ESCAPED.indexOf(escaped) >= 0) literal(escaped);
      else throw refuse();
    } else if (isWord(ch) || PLAIN.indexOf(ch) >= 0) {
      literal(ch);
    } else {
      throw refuse();
    }
    return new Part(false, 1);
  }

  private static boolean isLetter(char ch) {
    return ch >= 'a' && ch <= 'z' || ch >= 'A' && ch <= 'Z';
  }

  private static char otherCase(char ch) {
    return (char) (ch ^ ' ');
  }

  private void literal(char ch) {
    if (ignoreCase && isLetter(ch)) {
      hasClasses = true;
      out.append('[').append(ch).append(otherCase(ch)).append(']');
      return;
    }
    if (ESCAPED.indexOf(ch) >= 0 && ch != '/' && ch != '-') out.append('\\');
    out.append(ch);
  }

  /** The expansion of an escape in a class; null for a character. */
  private String members(char escaped) {
    switch (escaped) {
      case 'd':
        hasClasses = true;
        return "0-9";
      case 'w':
        hasClasses = true;
        matchesAscii = false;
        return "\\w";
      case 's':
        hasClasses = true;
        return SPACES;
      case 'n':
        return "\n";
      case 't':
        return "\t";
      case 'r':
        return "\r";
      default:
        return null;
    }
  }

  private void set() {
    out.append('[');
    hasClasses |= ignoreCase;
    if (isAt("^")) {
      matchesAscii = false;
      out.append(next());
    }
    boolean first = true;
    for (char ch = next(); ch != ']' || first; ch = next()) {
      first = false;
      if (ch == '\\') {
        char escaped = next();
        String all = members(escaped);
        // As the start of a range, Python rejects a class, and libcudf misreads other escapes.
        if (isAt("-") && !isAt("-]")) throw refuse();
        if (all != null) out.append(all);
        else if (ESCAPED.indexOf(escaped) >= 0) member(escaped);
        else throw refuse();
      } else if (ch > ' ' - 1 && ch < 127) {
        boolean range =
            at + 1 < text.length() && text.charAt(at) == '-' && text.charAt(at + 1) != ']';
        if (range) {
          char last = text.charAt(at + 1);
          if (!isWord(ch) || !isWord(last) || ch > last) throw refuse();
          out.append(ch).append('-').append(last);
          if (ignoreCase && (isLetter(ch) || isLetter(last))) {
            boolean both = isLetter(ch) && isLetter(last);
            if (!both || otherCase(ch) > otherCase(last)) throw refuse();
            out.append(otherCase(ch)).append('-').append(otherCase(last));
          }
          at += 2;
        } else {
          member(ch);
        }
      } else {
        throw refuse();
      }
    }
    out.append(']');
  }

  private void member(char ch) {
    if ("\\]^-[".indexOf(ch) >= 0) out.append('\\');
    out.append(ch);
    if (ignoreCase && isLetter(ch)) out.append(otherCase(ch));
  }
}
