// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.binding.Native;
import io.github.rapidsudfs.emulator.binding.Natives;
import io.github.rapidsudfs.emulator.binding.OfScalar;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.ListVec;
import io.github.rapidsudfs.emulator.column.StringVec;
import io.github.rapidsudfs.emulator.column.StringsOut;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Valid;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.memory.CudfClasses;
import io.github.rapidsudfs.emulator.regex.Characters;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.function.IntPredicate;

/** String lengths and transformations without searches, and URL encoding. */
@Natives("ai.rapids.cudf.ColumnView")
public final class StringKernels {
  private static final String HEX = "0123456789ABCDEF";

  public static FixedVec charLengths(StringVec s) {
    return s.ints(i -> Utf8Characters.count(s.bytes, s.start(i), s.end(i)));
  }

  public static FixedVec byteCount(StringVec s) {
    return s.ints(i -> s.length(i));
  }

  /** The UTF-8 bytes of each character of all rows, packed into a number. Skips nulls. */
  public static FixedVec codePoints(StringVec s) {
    int total = 0;
    for (int i = 0; i < s.size; i++) {
      Utf8Characters.require(s, i);
      total += Utf8Characters.count(s.bytes, s.start(i), s.end(i));
    }
    int[] result = new int[total];
    int n = 0;
    for (int at = 0; at < s.bytes.length; ) {
      int packed = 0;
      for (int width = Utf8Characters.width(s.bytes[at]); width > 0; width--) {
        packed = packed << 8 | s.bytes[at++] & 0xFF;
      }
      result[n++] = packed;
    }
    return FixedVec.ints(result, null);
  }

  /** The bytes of each string as a list of UINT8. */
  static ListVec byteLists(StringVec s) {
    long[] values = new long[s.bytes.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = s.bytes[i] & 0xFF;
    }
    return new ListVec(s.offsets, new FixedVec(Type.of(Type.UINT8), values, null), s.valid);
  }

  @Native(value = "upperStrings", with = "true")
  @Native(value = "lowerStrings", with = "false")
  public static StringVec toCase(StringVec s, boolean upper) {
    Map<Integer, byte[]> cases = upper ? Characters.UPPER : Characters.LOWER;
    return s.map(
        (i, out) -> {
          if (Utf8Characters.isAscii(s.bytes, s.start(i), s.end(i))) {
            for (int k = s.start(i); k < s.end(i); k++) {
              byte b = s.bytes[k];
              boolean changes = upper ? b >= 'a' && b <= 'z' : b >= 'A' && b <= 'Z';
              out.add(changes ? b ^ 0x20 : b);
            }
          } else {
            recased(s, i, out, cases, cases, point -> false);
          }
        });
  }

  /** Title-cases each word (a run of letters). */
  public static StringVec title(StringVec s) {
    return capitalized(s, point -> !Characters.isLetter(point));
  }

  /** Upper-cases the first letter, and letters after delimiters; lower-cases the others. */
  public static StringVec capitalize(StringVec s, @OfScalar("Delimiter") byte[] delimiters) {
    String ends = new String(delimiters, StandardCharsets.UTF_8);
    return capitalized(s, point -> ends.indexOf(point) >= 0);
  }

  private static StringVec capitalized(StringVec s, IntPredicate ends) {
    return s.map((i, out) -> recased(s, i, out, Characters.TITLE, Characters.LOWER, ends));
  }

  /** Adds a row in which the first character of each word is mapped by {@code first}. */
  private static void recased(
      StringVec s,
      int row,
      StringsOut out,
      Map<Integer, byte[]> first,
      Map<Integer, byte[]> others,
      IntPredicate ends) {
    Utf8Characters.require(s, row);
    Map<Integer, byte[]> cases = first;
    for (int k = s.start(row), width; k < s.end(row); k += width) {
      width = Utf8Characters.width(s.bytes[k]);
      int point = Utf8Characters.decode(s.bytes, k, width);
      byte[] changed = cases.get(point);
      if (changed == null) {
        out.add(s.bytes, k, k + width);
      } else {
        out.add(changed);
      }
      cases = ends.test(point) ? first : others;
    }
  }

  /** Strips characters, or all up to U+0020 if none, at the left (0), right (1) or both. */
  public static StringVec stringStrip(
      StringVec s, int side, @OfScalar("Parameter to_strip") byte[] characters) {
    String set = new String(characters, StandardCharsets.UTF_8);
    IntPredicate stripped = set.isEmpty() ? c -> c <= ' ' : c -> set.indexOf(c) >= 0;
    boolean ascii = Utf8Characters.isAscii(characters, 0, characters.length);
    return s.map(
        (i, out) -> {
          if (!ascii) {
            Utf8Characters.require(s, i);
          }
          int from = s.start(i);
          int to = s.end(i);
          while (side != 1 && from < to && stripped.test(character(s.bytes, from, ascii))) {
            from += ascii ? 1 : Utf8Characters.width(s.bytes[from]);
          }
          while (side != 0 && from < to) {
            int last = to - 1;
            while (!ascii && !Utf8Characters.starts(s.bytes[last])) {
              last--;
            }
            if (!stripped.test(character(s.bytes, last, ascii))) {
              break;
            }
            to = last;
          }
          out.add(s.bytes, from, to);
        });
  }

  /** The character at a position, or its byte if only ASCII characters are requested. */
  private static int character(byte[] bytes, int at, boolean ascii) {
    return ascii
        ? bytes[at] & 0xFF
        : Utf8Characters.decode(bytes, at, Utf8Characters.width(bytes[at]));
  }

  /** Pads to at least {@code width} characters, at the left (0), the right (1) or both sides. */
  public static StringVec pad(StringVec s, int width, int side, String filler) {
    byte[] fill = filler.getBytes(StandardCharsets.UTF_8);
    CudfClasses.expects(fill.length > 0, "fill_char parameter must not be empty");
    byte[] one = Arrays.copyOf(fill, Utf8Characters.width(fill[0]));
    return s.map(
        (i, out) -> {
          int missing = Math.max(0, width - Utf8Characters.count(s.bytes, s.start(i), s.end(i)));
          // both sides: with an odd width, the extra fill character is on the left
          int right =
              side == 0
                  ? 0
                  : side == 1 ? missing : width % 2 != 0 ? missing / 2 : missing - missing / 2;
          fill(out, one, missing - right);
          out.add(s.bytes, s.start(i), s.end(i));
          fill(out, one, right);
        });
  }

  /** Pads with zeros at the left, after a sign. */
  public static StringVec zfill(StringVec s, int width) {
    byte[] zero = {'0'};
    return s.map(
        (i, out) -> {
          int from = s.start(i);
          int missing = width - Utf8Characters.count(s.bytes, from, s.end(i));
          if (missing > 0 && s.length(i) > 0 && (s.bytes[from] == '-' || s.bytes[from] == '+')) {
            out.add(s.bytes[from++]);
          }
          fill(out, zero, missing);
          out.add(s.bytes, from, s.end(i));
        });
  }

  private static void fill(StringsOut out, byte[] bytes, int times) {
    for (int k = 0; k < times; k++) {
      out.add(bytes);
    }
  }

  /** Repeats each string; zero or fewer times gives an empty string. */
  public static StringVec repeatStrings(StringVec s, int times) {
    return repeatStringsWithColumnRepeatTimes(s, FixedVec.ints(s.size, i -> times, null));
  }

  /** Repeats each string by its row's count. */
  public static StringVec repeatStringsWithColumnRepeatTimes(StringVec s, Vec times) {
    CudfClasses.expects(s.size == times.size, "The input columns must have the same size.");
    CudfClasses.expects(
        times.type.isIntegral(),
        "repeat_strings expects an integer type for the `repeat_times` input column.");
    return StringsOut.each(
        s.size,
        s.bytes.length,
        Valid.and(s.size, s.valid, times.valid),
        (i, out) -> {
          for (long k = ((FixedVec) times).values[i]; k > 0; k--) {
            out.add(s.bytes, s.start(i), s.end(i));
          }
        });
  }

  /** The characters of each string, or the elements of each list, in reverse. */
  public static Vec reverseStringsOrLists(Vec vec) {
    if (vec instanceof ListVec lists) {
      return ListKernels.reverse(lists);
    }
    if (vec instanceof StringVec strings) {
      return reverse(strings);
    }
    throw new IllegalArgumentException("A column of type string or list is required for reverse()");
  }

  private static StringVec reverse(StringVec s) {
    return s.map(
        (i, out) -> {
          Utf8Characters.require(s, i);
          for (int to = s.end(i); to > s.start(i); ) {
            int from = to - 1;
            while (!Utf8Characters.starts(s.bytes[from])) {
              from--;
            }
            out.add(s.bytes, from, to);
            to = from;
          }
        });
  }

  /** Escapes every byte but {@code 0-9A-Za-z._~-} as {@code %XX}. */
  public static StringVec urlEncode(StringVec s) {
    return s.map(
        (i, out) -> {
          Utf8Characters.require(s, i);
          for (int k = s.start(i); k < s.end(i); k++) {
            int b = s.bytes[k] & 0xFF;
            boolean plain =
                (b >= '0' && b <= '9')
                    || (b >= 'A' && b <= 'Z')
                    || (b >= 'a' && b <= 'z')
                    || b == '.'
                    || b == '_'
                    || b == '~'
                    || b == '-';
            if (plain) {
              out.add(b);
            } else {
              out.add('%');
              out.add(HEX.charAt(b >> 4));
              out.add(HEX.charAt(b & 15));
            }
          }
        });
  }

  /** Replaces {@code %} and two hexadecimal digits with the byte; keeps all else. */
  public static StringVec urlDecode(StringVec s) {
    return s.map(
        (i, out) -> {
          for (int k = s.start(i); k < s.end(i); k++) {
            int high = k + 2 < s.end(i) && s.bytes[k] == '%' ? hex(s.bytes[k + 1]) : -1;
            int low = high < 0 ? -1 : hex(s.bytes[k + 2]);
            if (low < 0) {
              out.add(s.bytes[k]);
            } else {
              out.add(high << 4 | low);
              k += 2;
            }
          }
        });
  }

  private static int hex(byte b) {
    return b < 0 ? -1 : Character.digit((char) b, 16);
  }
}
