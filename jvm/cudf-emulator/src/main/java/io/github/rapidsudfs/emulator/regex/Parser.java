// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.regex;

import io.github.rapidsudfs.emulator.memory.CudfClasses;
import io.github.rapidsudfs.emulator.memory.Refused;
import java.util.ArrayList;
import java.util.List;

/**
 * Parses libcudf's regex dialect. Patterns that libcudf rejects raise a {@code CudfException};
 * unsupported ones are refused.
 */
final class Parser {
  static final int MULTILINE = 8;
  static final int DOTALL = 16;
  static final int ASCII = 256;
  static final int EXT_NEWLINE = 512;

  private static final String ESCAPABLE = ".-+*\\?^$|{}()[]<>\"~'`_@=;:!#%&,/ ";
  private static final int MAX_REPEAT = 999;
  private static final int[] SPACES = {'\t', ' '};
  private static final int[] DIGITS = {'0', '9'};
  private static final int[] WORDS = {'0', '9', 'a', 'z', 'A', 'Z', '_', '_'};

  private final int[] pattern;
  private final int flags;
  private final boolean capture;
  private int at;
  private int groups;

  private Parser(String pattern, int flags, boolean capture) {
    this.pattern = pattern.codePoints().toArray();
    this.flags = flags;
    this.capture = capture;
  }

  record Parsed(Node node, int groups, boolean hasNewlines) {}

  static Parsed parse(String pattern, int flags, boolean capture) {
    Refused.when(
        (flags & ~(MULTILINE | DOTALL | ASCII | EXT_NEWLINE)) != 0,
        "the regular expression flag " + flags);
    Refused.when(
        pattern.isEmpty() || pattern.indexOf(0) >= 0,
        "an empty pattern, or one with a zero character,");
    Parser parser = new Parser(pattern, flags, capture);
    Node node = parser.alternatives();
    Refused.when(parser.at < parser.pattern.length, "the unmatched ')' in the pattern " + pattern);
    return new Parsed(node, parser.groups, (flags & EXT_NEWLINE) != 0);
  }

  private int[] lineEnds() {
    return (flags & EXT_NEWLINE) != 0
        ? new int[] {'\n', '\n', '\r', '\r', 0x85, 0x85, 0x2028, 0x2029}
        : new int[] {'\n', '\n'};
  }

  private int peek() {
    return at < pattern.length ? pattern[at] : -1;
  }

  private Node alternatives() {
    Node left = sequence();
    if (peek() != '|') {
      return left;
    }
    at++;
    Node right = alternatives();
    Refused.when(isEmpty(left) || isEmpty(right), "an empty alternative in a pattern");
    return new Node.Either(left, right);
  }

  private static boolean isEmpty(Node node) {
    return node instanceof Node.Sequence sequence && sequence.parts().isEmpty();
  }

  private Node sequence() {
    List<Node> parts = new ArrayList<>();
    while (at < pattern.length && peek() != '|' && peek() != ')') {
      parts.add(quantified(atom()));
    }
    return parts.size() == 1 ? parts.get(0) : new Node.Sequence(parts);
  }

  private Node quantified(Node atom) {
    int before = at;
    int c = peek();
    boolean counted = c == '{';
    int[] counts = counted ? counts() : new int[] {c == '+' ? 1 : 0, c == '?' ? 1 : -1};
    if (counts == null || (!counted && c != '*' && c != '+' && c != '?')) {
      return atom;
    }
    at += counted ? 0 : 1;
    int min = counts[0];
    int max = counts[1];
    CudfClasses.expects(
        repeatable(atom), "invalid regex pattern: nothing to repeat at position " + before);
    boolean lazy = peek() == '?';
    at += lazy ? 1 : 0;
    boolean again = peek() == '*' || peek() == '+' || peek() == '?';
    CudfClasses.expects(!again, "invalid regex pattern: nothing to repeat at position " + at);
    CudfClasses.expects(max >= 0 || !atom.isNullable(), "Unsupported regex pattern");
    Refused.when(
        max == 0 || (max >= 0 && max < min) || (atom instanceof Node.Group && atom.isNullable()),
        "the repetition at position " + before + " of a pattern");
    return new Node.Repeat(atom, min, max, !lazy);
  }

  /** Characters, and groups that contain one, can be repeated; assertions cannot. */
  private static boolean repeatable(Node node) {
    return node instanceof Node.Char
        || node instanceof Node.Set
        || node instanceof Node.Group group && repeatable(group.body())
        || node instanceof Node.Repeat repeat && repeatable(repeat.body())
        || node instanceof Node.Sequence all && all.parts().stream().anyMatch(Parser::repeatable)
        || node instanceof Node.Either e && (repeatable(e.first()) || repeatable(e.second()));
  }

  /** The counts of <code>{n}, {n,}</code> or <code>{n,m}</code>; null for a plain brace. */
  private int[] counts() {
    int close = at + 1;
    while (close < pattern.length && pattern[close] != '}') {
      close++;
    }
    String text = close < pattern.length ? new String(pattern, at + 1, close - at - 1) : "";
    if (!text.matches("[0-9]{1,3}(,[0-9]{0,3})?")) {
      boolean startsWithDigit = at + 1 < pattern.length && Character.isDigit(pattern[at + 1]);
      Refused.when(startsWithDigit, "the repetition at position " + at + " of a pattern");
      return null;
    }
    at = close + 1;
    int comma = text.indexOf(',');
    int min = Integer.parseInt(comma < 0 ? text : text.substring(0, comma));
    int max =
        comma < 0
            ? min
            : comma == text.length() - 1 ? -1 : Integer.parseInt(text.substring(comma + 1));
    CudfClasses.expects(min <= MAX_REPEAT && max <= MAX_REPEAT, "unsupported repeat value");
    return new int[] {min, max};
  }

  private Node atom() {
    int c = pattern[at++];
    return switch (c) {
      case '\\' -> escaped();
      case '(' -> group();
      case '[' -> set();
      case '.' ->
          new Node.Set(new CharClass((flags & DOTALL) != 0 ? new int[0] : lineEnds(), "", true));
      case '^' -> new Node.Place((flags & MULTILINE) != 0 ? '<' : '^');
      case '$' -> new Node.Place((flags & MULTILINE) != 0 ? '>' : '$');
      case '*', '+', '?' ->
          throw CudfClasses.error(
              "invalid regex pattern: nothing to repeat at position " + (at - 1));
      default -> new Node.Char(c);
    };
  }

  private Node group() {
    int number = 0;
    if (peek() == '?') {
      CudfClasses.expects(
          at + 1 < pattern.length && pattern[at + 1] == ':',
          "invalid regex pattern: nothing to repeat at position " + at);
      at += 2;
    } else if (capture) {
      number = ++groups;
    }
    Node body = alternatives();
    CudfClasses.expects(peek() == ')', "unmatched left parenthesis");
    at++;
    Refused.when(isEmpty(body), "an empty group in a pattern");
    return new Node.Group(body, number);
  }

  private Node escaped() {
    int c = at < pattern.length ? pattern[at++] : 0;
    return switch (c) {
      case 'b', 'B', 'A', 'Z' -> new Node.Place((char) c);
      case 'w', 'W', 's', 'S', 'd', 'D' -> new Node.Set(builtin((char) c));
      default -> new Node.Char(literal(c));
    };
  }

  private CharClass builtin(char name) {
    boolean negated = Character.isUpperCase(name);
    if ((flags & ASCII) == 0) {
      return new CharClass(new int[0], String.valueOf(name), false);
    }
    Refused.when(name == 'S', "\\S with the ASCII flag, which libcudf takes for digits,");
    return new CharClass(asciiRanges(Character.toLowerCase(name)), "", negated);
  }

  private static int[] asciiRanges(char name) {
    return name == 'w' ? WORDS : name == 's' ? SPACES : DIGITS;
  }

  /** An escaped ordinary character. */
  private int literal(int c) {
    int control = "tnraf".indexOf(c);
    if (control >= 0) {
      return "\t\n\r\u0007\f".charAt(control);
    }
    if (c == 'x') {
      return hexadecimal();
    }
    if (c >= '0' && c <= '7') {
      int value = c - '0';
      for (int digits = 1; digits < 3 && peek() >= '0' && peek() <= '7'; digits++) {
        value = value * 8 + pattern[at++] - '0';
      }
      Refused.when(value == 0 || value >= 128, "the octal escape " + value + " in a pattern");
      return value;
    }
    CudfClasses.expects(
        c > 0 && ESCAPABLE.indexOf(c) >= 0,
        "invalid regex pattern: bad escape character at position " + (at - 1));
    return c;
  }

  private int hexadecimal() {
    Refused.when(
        at + 2 > pattern.length
            || Character.digit(pattern[at], 16) < 0
            || Character.digit(pattern[at + 1], 16) < 0,
        "an incomplete \\x in a pattern");
    int point = Integer.parseInt(new String(pattern, at, 2), 16);
    at += 2;
    Refused.when(point >= 128, "\\x80 and above in a pattern");
    return point;
  }

  private Node set() {
    boolean negated = peek() == '^';
    at += negated ? 1 : 0;
    List<Integer> ranges = new ArrayList<>();
    StringBuilder builtins = new StringBuilder();
    boolean first = true;
    boolean open = false; // whether the last literal may begin a range
    for (; ; first = false) {
      CudfClasses.expects(at < pattern.length, "invalid regex pattern: unmatched '['");
      int c = pattern[at++];
      boolean quoted = c == '\\';
      if (!quoted && c == ']' && !first) {
        break;
      }
      if (!quoted && c == '-' && open && peek() != ']') {
        // here libcudf takes the character after a backslash literally: the x of \x7F, the n of

        at += peek() == '\\' ? 1 : 0;
        CudfClasses.expects(at < pattern.length, "invalid regex pattern: unmatched '['");
        int last = pattern[at++];
        int start = ranges.get(ranges.size() - 1);
        CudfClasses.expects(start <= last, "invalid character range in class at " + at);
        ranges.set(ranges.size() - 1, last);
        open = false;
        continue;
      }
      if (quoted && at < pattern.length && "wWsSdD".indexOf(pattern[at]) >= 0) {
        builtinInSet((char) pattern[at++], ranges, builtins);
        open = false;
        continue;
      }
      if (quoted) {
        at--;
        c = setLiteral();
      } else if (c == '-' && !ranges.isEmpty() && !open && peek() != ']') {
        throw new Refused("a '-' after a range in a character class");
      }
      ranges.add(c);
      ranges.add(c);
      open = true;
    }
    return new Node.Set(
        new CharClass(ranges.stream().mapToInt(i -> i).toArray(), builtins.toString(), negated));
  }

  /** An escaped character in a class; any may be escaped, {@code \b} is a backspace. */
  private int setLiteral() {
    at++;
    CudfClasses.expects(at < pattern.length, "invalid regex pattern: unmatched '['");
    int c = pattern[at++];
    boolean special = "nrtafx".indexOf(c) >= 0 || (c >= '0' && c <= '7');
    return c == 'b' ? 0x08 : special ? literal(c) : c;
  }

  private void builtinInSet(char name, List<Integer> ranges, StringBuilder builtins) {
    if ((flags & ASCII) == 0) {
      builtins.append(name);
      return;
    }
    Refused.when(
        Character.isUpperCase(name), "\\" + name + " in a character class with the ASCII flag");
    for (int bound : asciiRanges(name)) {
      ranges.add(bound);
    }
  }
}
