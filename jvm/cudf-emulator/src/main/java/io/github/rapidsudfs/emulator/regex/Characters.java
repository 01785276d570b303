// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.regex;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;

/**
 * libcudf's character tables: letters, word characters, digits, spaces, and case mappings. They end
 * at U+FFFF; characters beyond have no class and no case. {@code golden.CharacterRecorder} records
 * the resource from libcudf.
 */
public final class Characters {
  private static final String RESOURCE = "/io/github/rapidsudfs/emulator/characters.properties";
  private static final int LETTER = 1;
  private static final int WORD = 2;
  private static final int DIGIT = 4;
  private static final int SPACE = 8;
  private static final byte[] CLASSES = new byte[0x10000];

  /** The UTF-8 bytes to which a character is mapped; absent if it is unchanged. */
  public static final Map<Integer, byte[]> UPPER = new HashMap<>();

  public static final Map<Integer, byte[]> LOWER = new HashMap<>();
  public static final Map<Integer, byte[]> TITLE = new HashMap<>();

  static {
    Properties tables = new Properties();
    try (InputStream in = Characters.class.getResourceAsStream(RESOURCE)) {
      tables.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    mark(tables.getProperty("letter"), LETTER);
    mark(tables.getProperty("word"), WORD);
    mark(tables.getProperty("digit"), DIGIT);
    mark(tables.getProperty("space"), SPACE);
    change(tables.getProperty("upper"), UPPER);
    change(tables.getProperty("lower"), LOWER);
    TITLE.putAll(UPPER);
    change(tables.getProperty("title"), TITLE);
  }

  /** Marks ranges {@code first-last} and single characters. */
  private static void mark(String ranges, int as) {
    for (String range : ranges.split(" ")) {
      String[] ends = range.split("-");
      for (int c = hex(ends[0]); c <= hex(ends[ends.length - 1]); c++) {
        CLASSES[c] |= as;
      }
    }
  }

  /** Reads {@code first[-last[/step]]:to[+to…]}; in a range {@code to} increases. */
  private static void change(String cases, Map<Integer, byte[]> into) {
    for (String part : cases.split(" ")) {
      String[] sides = part.split(":");
      String[] range = sides[0].split("[-/]");
      int first = hex(range[0]);
      int last = range.length > 1 ? hex(range[1]) : first;
      int step = range.length > 2 ? hex(range[2]) : 1;
      for (int c = first; c <= last; c += step) {
        StringBuilder to = new StringBuilder();
        for (String point : sides[1].split("\\+")) {
          to.appendCodePoint(hex(point) + c - first);
        }
        into.put(c, to.toString().getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  private static int hex(String digits) {
    return Integer.parseInt(digits, 16);
  }

  private static boolean is(int point, int what) {
    return point < CLASSES.length && (CLASSES[point] & what) != 0;
  }

  public static boolean isLetter(int point) {
    return is(point, LETTER);
  }

  /** Returns whether a character is a letter, a number or the underscore. */
  static boolean isWord(int point) {
    return is(point, WORD);
  }

  static boolean isDigit(int point) {
    return is(point, DIGIT);
  }

  static boolean isSpace(int point) {
    return is(point, SPACE);
  }
}
