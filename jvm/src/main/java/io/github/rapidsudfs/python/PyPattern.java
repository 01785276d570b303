// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A compiled {@code re} pattern: the output of {@link RegexTranslator}, compiled once per JVM. */
public final class PyPattern implements PyObject {
  /** By source; of patterns with different flags, the most recently used. */
  private static final ConcurrentHashMap<String, PyPattern> CACHE = new ConcurrentHashMap<>();

  private static final int MOST = 512;
  final String source;

  /** As CPython shows them: with UNICODE unless ASCII is set. */
  final int flags;

  private final int given;
  final RegexTranslator parsed;
  private final String java;
  private final Pattern compiled;
  private Pattern advancing;

  /** Null if the pattern is more than a class of characters. */
  private final RegexClass characters;

  /** Templates of {@code sub} that have been parsed. */
  private final ConcurrentHashMap<String, RegexTemplate> templates = new ConcurrentHashMap<>();

  private PyPattern(String source, int flags, int minor) {
    this.source = source;
    this.given = flags;
    parsed = new RegexTranslator(source, flags, minor);
    checkText(source);
    java = parsed.translate();
    compiled = Pattern.compile(java, Pattern.DOTALL);
    characters = RegexClass.of(source, flags, minor);
    this.flags = parsed.flags | ((parsed.flags & RegexTranslator.ASCII) == 0 ? 32 : 0);
  }

  /** {@code re.compile}; {@link Unsupported} says why a pattern cannot match as in CPython. */
  public static PyPattern of(String source, long flags, int minor) {
    PyPattern found = CACHE.get(source);
    if (found == null || found.given != flags || found.parsed.minor != minor) {
      found = new PyPattern(source, (int) flags, minor);
      if (CACHE.size() >= MOST) CACHE.clear();
      CACHE.put(source, found);
    }
    return found;
  }

  /** A character unknown to Unicode 13 may belong to any class in later versions. */
  private static void checkText(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < 0x870) continue;
      int point = text.codePointAt(i);
      if (point > 0xffff) i++;
      if (RegexFold.isNew(point)) Texts.refuse(point);
    }
  }

  public String source() {
    return source;
  }

  /** Whether flags change the meaning of the source. */
  public boolean hasFlags() {
    return given != 0 && given != 32;
  }

  public boolean isIgnoreCaseAlone() {
    return (given & ~32) == RegexTranslator.IGNORECASE;
  }

  RegexTemplate template(String text) {
    if (templates.size() > 64) templates.clear();
    return templates.computeIfAbsent(text, t -> new RegexTemplate(t, this));
  }

  /** {@code sub("", s)}; null if matches must be found one by one. */
  String without(String s) {
    return characters == null ? null : characters.without(s);
  }

  private String text(String s) {
    if (parsed.unicode) checkText(s);
    return s;
  }

  Matcher matcher(String s) {
    return compiled.matcher(s).useTransparentBounds(true).useAnchoringBounds(false);
  }

  private Matcher advancing(String s) {
    if (advancing == null) {
      // \G is the start of this search: a match that ends there is empty and was already returned.
      advancing = Pattern.compile("(?:" + java + ")(?!\\G)", Pattern.DOTALL);
    }
    return advancing.matcher(s).useTransparentBounds(true).useAnchoringBounds(false);
  }

  /** Java matches recursively: a match too deep for this thread runs on a larger stack. */
  private static boolean run(Matcher m, Predicate<Matcher> how, int from, int to) {
    try {
      return how.test(m);
    } catch (StackOverflowError e) {
      m.region(from, to);
    }
    Boolean[] found = new Boolean[1];
    Runnable again =
        () -> {
          try {
            found[0] = how.test(m);
          } catch (StackOverflowError e) {
            found[0] = null;
          }
        };
    Thread thread = new Thread(null, again, "regular expression", 1L << 29);
    thread.start();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Unsupported("interrupted within a regular expression");
    }
    if (found[0] == null) {
      throw new Unsupported("regular expression: the text needs too deep a recursion in Java");
    }
    return found[0];
  }

  /** {@code kind}: {@code 'm'}atch, {@code 'f'}ullmatch or {@code 's'}earch; null for None. */
  PyMatch one(char kind, String s) {
    return one(kind, s, 0, s.length());
  }

  /** From one Java index to another, beyond which the text is invisible. */
  PyMatch one(char kind, String s, int from, int to) {
    Matcher m = matcher(text(s.substring(0, to))).region(from, to);
    Predicate<Matcher> how =
        kind == 'm' ? Matcher::lookingAt : kind == 'f' ? Matcher::matches : Matcher::find;
    boolean found = run(m, how, from, to);
    return found ? new PyMatch(this, s, m) : null;
  }

  /** The matches of {@code finditer}, in order. */
  final class Scan {
    final String text;
    private final RegexClass.Matches plain;
    private Matcher main;
    private Matcher other;
    private Matcher current;
    private boolean again;
    private boolean started;

    /** The current match. */
    MatchResult m;

    Scan(String s) {
      this(s, 0, s.length());
    }

    Scan(String s, int from, int to) {
      text = text(s.substring(0, to));
      plain = characters == null ? null : characters.matches(text, from);
      m = plain;
      if (plain != null) return;
      main = matcher(text).region(from, to);
      use(main);
    }

    private void use(Matcher matcher) {
      current = matcher;
      m = matcher;
    }

    boolean next() {
      if (plain != null) return plain.next();
      int from = started ? current.end() : current.regionStart();
      if (parsed.mayBeEmpty && started) {
        if (again && other == null) other = advancing(text);
        use(again ? other : main);
        current.region(from, text.length());
      }
      started = true;
      boolean found = run(current, Matcher::find, from, text.length());
      again = found && current.start() == current.end();
      return found;
    }
  }

  @Override
  public String typeName() {
    return "re.Pattern";
  }

  @Override
  public String repr() {
    throw new Unsupported("the text of a compiled regular expression");
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof PyPattern
        && source.equals(((PyPattern) o).source)
        && flags == ((PyPattern) o).flags;
  }

  @Override
  public int hashCode() {
    return source.hashCode();
  }
}
