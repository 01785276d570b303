// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.memory.Refused;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/**
 * A cursor in a row of JSON that moves from element to element like {@code cudf::get_json_object}:
 * it checks only the parts of a document that it skips.
 */
final class JsonElements {
  /** The row is not JSON, or its elements are not those that the path expects. */
  static final class NotThere extends Exception {
    NotThere() {
      super(null, null, false, false);
    }
  }

  enum Type {
    NONE,
    OBJECT,
    ARRAY,
    VALUE
  }

  private static final int UNENDED = -1;
  private static final int BAD_ESCAPE = -2;

  private final byte[] bytes;
  private final int to;
  private final boolean singleQuotes;
  private int pos;
  private int start = -1; // of the current element
  private byte[] name = {};
  private Type type = Type.NONE;
  private Type parent = Type.NONE;

  JsonElements(byte[] bytes, int from, int to, boolean singleQuotes) {
    this.bytes = bytes;
    this.to = to;
    this.singleQuotes = singleQuotes;
    this.pos = from;
    skipSpace();
  }

  JsonElements(JsonElements other) {
    bytes = other.bytes;
    to = other.to;
    singleQuotes = other.singleQuotes;
    pos = other.pos;
    start = other.start;
    name = other.name;
    type = other.type;
    parent = other.parent;
  }

  /** Bytes are signed in libcudf's comparison, so non-ASCII bytes count as space. */
  static boolean isSpace(byte b) {
    return b <= ' ';
  }

  Type type() {
    return type;
  }

  boolean isNamed(byte[] other) {
    return Arrays.equals(name, other);
  }

  /** Moves to the next element, or from the start to the first; returns false at the end. */
  boolean next() throws NotThere {
    if (start >= 0) {
      end();
      start = -1;
    }
    return arrive(parent == Type.ARRAY);
  }

  /** Moves to the first child of this element; returns false if it is empty or a value. */
  boolean enter() throws NotThere {
    Type outer = type;
    if (outer == Type.VALUE || outer == Type.NONE || !arrive(outer == Type.ARRAY)) {
      return false;
    }
    parent = outer;
    return true;
  }

  private boolean arrive(boolean inArray) throws NotThere {
    if (!skipSpace() || bytes[pos] == ']' || bytes[pos] == '}') {
      return false;
    }
    if (!inArray) {
      readName();
    }
    if (!skipSpace()) {
      return false;
    }
    int first = bytes[pos++];
    if (first == ',' || first == ':' || (first == '\'' && !singleQuotes)) {
      throw new NotThere();
    }
    type = first == '[' ? Type.ARRAY : first == '{' ? Type.OBJECT : Type.VALUE;
    start = pos - 1;
    return true;
  }

  /** Reads a name and its colon; a string without a colon is skipped. */
  private void readName() throws NotThere {
    name = new byte[0];
    if (!isQuote(bytes[pos])) {
      return;
    }
    int from = pos + 1;
    int end = stringEnd(bytes, pos, to);
    if (end == UNENDED) {
      pos = to;
      return;
    }
    pos = orNotThere(end);
    name = Arrays.copyOfRange(bytes, from, pos - 1);
    if (name.length > 0) {
      if (!skipSpace()) {
        throw new NotThere();
      }
      if (bytes[pos] == ':') {
        pos++;
      }
    }
  }

  /** Moves to the end of the element and appends its text, optionally without a string's quotes. */
  void copy(JsonOut out, boolean withoutQuotes) throws NotThere {
    Refused.when(start < 0, "$ of a row of white space, at which libcudf reads beyond its memory");
    int from = start;
    int until = end();
    boolean strip = withoutQuotes && type == Type.VALUE && isQuote(bytes[from]);
    out.add(bytes, strip ? from + 1 : from, strip ? until - 1 : until);
  }

  /** Returns the end of the element and moves behind its comma. */
  private int end() throws NotThere {
    pos = start;
    if (type == Type.VALUE) {
      pos = isQuote(bytes[pos]) ? stringEndOrNotThere() : plainEnd();
    } else {
      passBrackets();
    }
    int end = pos;
    if (skipSpace() && bytes[pos] == ',') {
      pos++;
    }
    return end;
  }

  /** Skips an array or object. Brackets of both kinds are counted, not matched. */
  private void passBrackets() throws NotThere {
    int braces = 0;
    int brackets = 0;
    while (pos < to) {
      if (isQuote(bytes[pos])) {
        pos = stringEndOrNotThere();
      } else {
        switch (bytes[pos++]) {
          case '{' -> braces++;
          case '}' -> braces--;
          case '[' -> brackets++;
          case ']' -> brackets--;
          default -> {}
        }
      }
      if (braces == 0 && brackets == 0) {
        return;
      }
    }
    if (braces > 0 || brackets > 0) {
      throw new NotThere();
    }
  }

  /** The end of a number, true, false, null or any other unquoted text. */
  private int plainEnd() throws NotThere {
    int end = pos;
    for (; end < to; end++) {
      byte b = bytes[end];
      if (b == ',' || b == '}' || b == ']' || isSpace(b)) {
        break;
      }
      if (b == '[' || b == '{' || b == ':' || isQuote(b)) {
        throw new NotThere();
      }
    }
    return end;
  }

  private int stringEndOrNotThere() throws NotThere {
    return orNotThere(stringEnd(bytes, pos, to));
  }

  private static int orNotThere(int stringEnd) throws NotThere {
    if (stringEnd < 0) {
      throw new NotThere();
    }
    return stringEnd;
  }

  /** The end of a quoted string, whose escapes must be valid JSON; negative if it has no end. */
  static int stringEnd(byte[] bytes, int from, int to) {
    int at = from + 1;
    while (at < to) {
      if (bytes[at] == bytes[from]) {
        return at + 1;
      }
      int length = bytes[at] != '\\' ? 1 : escapeLength(bytes, at, to);
      if (length == 0) {
        return BAD_ESCAPE;
      }
      at += length;
    }
    return UNENDED;
  }

  private static int escapeLength(byte[] bytes, int at, int to) {
    if (at + 1 >= to) {
      return 0;
    }
    if (bytes[at + 1] != 'u') {
      return "\"\\/bfnrt".indexOf(bytes[at + 1]) < 0 ? 0 : 2;
    }
    for (int k = at + 2; k < at + 6; k++) {
      if (k >= to || bytes[k] < 0 || Character.digit((char) bytes[k], 16) < 0) {
        return 0;
      }
    }
    return 6;
  }

  private boolean isQuote(byte b) {
    return b == '"' || (singleQuotes && b == '\'');
  }

  private boolean skipSpace() {
    while (pos < to && isSpace(bytes[pos])) {
      pos++;
    }
    return pos < to;
  }

  /** The text that a path found in a row; finding nothing differs from finding an empty text. */
  static final class JsonOut {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private boolean any;

    /** The number of elements so far in the list that is being written. */
    private int elements;

    void add(byte[] source, int from, int to) {
      bytes.write(source, from, to - from);
      any = true;
    }

    void add(char c) {
      bytes.write(c);
      any = true;
    }

    /** Starts an element of a list. */
    void separate() {
      if (elements++ > 0) {
        add(',');
      }
    }

    /** The bytes found, or null. */
    byte[] found() {
      return any ? bytes.toByteArray() : null;
    }
  }
}
