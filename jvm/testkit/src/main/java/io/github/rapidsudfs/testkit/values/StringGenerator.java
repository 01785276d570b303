// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit.values;

import java.util.List;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Valid Unicode strings: from a vocabulary, near misses of it, edge values, and noise. */
final class StringGenerator {
  private static final String[] ALPHABETS = {
    "abcxyz",
    "AbZ",
    "0123456789",
    "a1 .-_",
    ".,:;/?&=%+@#<>()[]{}'\"\\",
    " \t\n\u00a0",
    "äßéñçøþ",
    "Ωабв",
    "日本語",
    "e\u0301o\u0308"
  };
  private static final String[] WIDE = {"🦀", "👩\u200d👧", "𝒳", "\u0000", "\uFFFD", "\u200d"};

  private static final Pattern NUMBER = Pattern.compile("[0-9]+");

  private final Random random;
  private final Shape shape;

  StringGenerator(Random random, Shape shape) {
    this.random = random;
    this.shape = shape;
  }

  String next(List<Object> edges) {
    int dice = random.nextInt(10);
    List<String> words = shape.vocabulary();
    if (dice < 6 && !words.isEmpty()) {
      String word = words.get(random.nextInt(words.size()));
      return dice < 3 ? word : changed(word);
    }
    if (dice < 8) {
      return noise();
    }
    return (String) edges.get(random.nextInt(edges.size()));
  }

  private String noise() {
    StringBuilder text = new StringBuilder();
    String alphabet = ALPHABETS[random.nextInt(ALPHABETS.length)];
    for (int i = random.nextInt(4 * shape.longest() + 1); i > 0; i--) {
      text.append(
          random.nextInt(12) == 0 ? other() : alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return text.toString();
  }

  private String other() {
    if (random.nextInt(4) == 0) {
      return WIDE[random.nextInt(WIDE.length)];
    }
    String alphabet = ALPHABETS[random.nextInt(ALPHABETS.length)];
    return String.valueOf(alphabet.charAt(random.nextInt(alphabet.length())));
  }

  /** The word with a code point or number changed, truncated, or followed by another. */
  private String changed(String word) {
    return switch (random.nextInt(7)) {
      case 0 -> cut(word);
      case 1 -> renumbered(word);
      default -> edited(word);
    };
  }

  private String cut(String word) {
    int length = random.nextInt(word.codePointCount(0, word.length()) + 1);
    return word.substring(0, word.offsetByCodePoints(0, length));
  }

  /** The word with one of its numbers replaced. */
  private String renumbered(String word) {
    List<MatchResult> numbers = NUMBER.matcher(word).results().toList();
    if (numbers.isEmpty()) {
      return edited(word);
    }
    MatchResult number = numbers.get(random.nextInt(numbers.size()));
    int digits = Math.min(1 + random.nextInt(number.group().length() + 1), 9);
    int other = random.nextInt((int) Math.pow(10, digits));
    return word.substring(0, number.start()) + other + word.substring(number.end());
  }

  private String edited(String word) {
    int[] points = word.codePoints().toArray();
    int at = random.nextInt(points.length + 1);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < at; i++) {
      text.appendCodePoint(points[i]);
    }
    int skip = 0;
    switch (random.nextInt(5)) {
      case 0 -> text.append(other());
      case 1 -> skip = 1;
      case 2 -> text.append(at < points.length ? Character.toString(points[at]) : " ");
      case 3 -> {
        text.append(other());
        skip = 1;
      }
      default -> text.append(shape.vocabulary().get(random.nextInt(shape.vocabulary().size())));
    }
    for (int i = at + skip; i < points.length; i++) {
      text.appendCodePoint(points[i]);
    }
    return text.toString();
  }
}
