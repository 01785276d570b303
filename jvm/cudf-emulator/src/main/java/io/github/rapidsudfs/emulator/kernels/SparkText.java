// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.binding.Native;
import io.github.rapidsudfs.emulator.binding.OfScalar;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.ListVec;
import io.github.rapidsudfs.emulator.column.StringVec;
import io.github.rapidsudfs.emulator.column.StringsOut;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Valid;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.column.VecHandles;
import io.github.rapidsudfs.emulator.memory.CudfClasses;
import io.github.rapidsudfs.emulator.memory.Refused;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/** The plugin's own conversions of numbers and bytes, and its CASE WHEN. */
public final class SparkText {
  private static final int REPORT = 1;

  /** Numbers in decimal, or their bits in hexadecimal without leading zeros. */
  @Native("com.nvidia.spark.rapids.jni.CastStrings.fromIntegersWithBase")
  public static StringVec fromIntegers(Vec vec, int base) {
    CudfClasses.expects(base == 10 || base == 16, "Bases supported 10, 16; Actual: " + base);
    CudfClasses.expects(vec.type.isIntegral(), "Values must be integers, not " + vec.type);
    int bits = vec.type.width() * 8;
    return text(
        vec,
        value ->
            base == 10
                ? (vec.type.isUnsigned() ? Long.toUnsignedString(value) : Long.toString(value))
                : Long.toHexString(value << 64 - bits >>> 64 - bits).toUpperCase(Locale.ROOT));
  }

  @Native("com.nvidia.spark.rapids.jni.CastStrings.fromLongToBinary")
  public static StringVec toBinary(Vec vec) {
    CudfClasses.expects(vec.type.id() == Type.INT64, "Input column must be long type");
    return text(vec, Long::toBinaryString);
  }

  private static StringVec text(Vec vec, java.util.function.LongFunction<String> text) {
    return vec.texts(8, i -> text.apply(((FixedVec) vec).values[i]));
  }

  @Native("com.nvidia.spark.rapids.jni.CastStrings.bytesToHex")
  public static StringVec bytesToHex(Vec vec) {
    CudfClasses.expects(
        vec instanceof StringVec || vec instanceof ListVec, "bytes are needed, not " + vec.type);
    StringVec bytes = vec instanceof StringVec strings ? strings : ofBytes((ListVec) vec);
    return bytes.map((i, out) -> out.add(HexFormat.of().withUpperCase().formatHex(bytes.get(i))));
  }

  private static StringVec ofBytes(ListVec lists) {
    CudfClasses.expects(lists.child.type.width() == 1, "bytes are needed, not " + lists.child.type);
    FixedVec child = (FixedVec) lists.child;
    return StringsOut.each(
        lists.size,
        child.size,
        lists.valid,
        (i, out) -> {
          for (int k = lists.start(i); k < lists.end(i); k++) {
            out.add((int) child.values[k]);
          }
        });
  }

  /** The number at the start of each string, as parsed by {@code conv}; null for a blank string. */
  @Native("com.nvidia.spark.rapids.jni.CastStrings.toIntegersWithBase")
  public static FixedVec toIntegers(StringVec s, int base, boolean ansi, int typeId) {
    Type to = Type.of(typeId);
    CudfClasses.expects(base == 10 || base == 16, "Bases supported 10, 16; Actual: " + base);
    CudfClasses.expects(to.id() == Type.UINT64, "Output type must be UINT64");
    Refused.offset();
    Refused.when(ansi, "numbers of a base in ANSI mode");
    return s.orNull(
        to,
        i -> {
          String text = s.latin1(i).replaceFirst("^[\\x09-\\x0D\\x20]+", "");
          if (text.isEmpty()) {
            return null;
          }
          boolean negative = text.startsWith("-");
          BigInteger value = digits(negative ? text.substring(1) : text, base);
          boolean over = base == 10 && value.bitLength() > 64;
          return over ? (Long) (-1L) : (Long) (negative ? value.negate() : value).longValue();
        });
  }

  /** The longest number at the start of a string. */
  private static BigInteger digits(String text, int base) {
    int end = 0;
    while (end < text.length()
        && text.charAt(end) < 0x80
        && Character.digit(text.charAt(end), base) >= 0) {
      end++;
    }
    return end == 0 ? BigInteger.ZERO : new BigInteger(text.substring(0, end), base);
  }

  /** Converts numbers between bases; the result is unsigned if its base is positive. */
  @Native("com.nvidia.spark.rapids.jni.NumberConverter.convert")
  public static StringVec convert(
      Operand numbers, boolean column, long from, boolean fromColumn, long to, boolean toColumn) {
    int rows = column ? numbers.vec().size : rows(from, fromColumn, to, toColumn);
    IntUnaryOperator fromBase = base(from, fromColumn);
    IntUnaryOperator toBase = base(to, toColumn);
    return StringsOut.orNull(
        rows,
        rows * 8,
        i ->
            numbers.isNull(i)
                ? null
                : convert(
                    ((StringVec) numbers.vec()).latin1(numbers.row(i)),
                    fromBase.applyAsInt(i),
                    toBase.applyAsInt(i)));
  }

  /** Returns whether any number does not fit 64 bits. */
  @Native("com.nvidia.spark.rapids.jni.NumberConverter.isConvertOverflow")
  public static boolean isConvertOverflow(
      Operand numbers, boolean column, long from, boolean fromColumn, long to, boolean toColumn) {
    int rows = column ? numbers.vec().size : rows(from, fromColumn, to, toColumn);
    IntUnaryOperator fromBase = base(from, fromColumn);
    IntUnaryOperator toBase = base(to, toColumn);
    return IntStream.range(0, rows)
        .filter(i -> !numbers.isNull(i) && hasBases(fromBase.applyAsInt(i), toBase.applyAsInt(i)))
        .anyMatch(
            i -> {
              String text = ((StringVec) numbers.vec()).latin1(numbers.row(i));
              String number = text.replaceAll("^ *-?| +$", "");
              return digits(number, fromBase.applyAsInt(i)).bitLength() > 64;
            });
  }

  /** The number of rows of a column of bases; one if both are scalars. */
  private static int rows(long from, boolean fromColumn, long to, boolean toColumn) {
    return fromColumn ? VecHandles.vec(from).size : toColumn ? VecHandles.vec(to).size : 1;
  }

  private static boolean hasBases(int from, int to) {
    return from >= 2 && from <= 36 && Math.abs(to) >= 2 && Math.abs(to) <= 36;
  }

  /** The base of each row, 0 for null. */
  private static IntUnaryOperator base(long handle, boolean column) {
    if (!column) {
      return i -> (int) handle;
    }
    FixedVec bases = (FixedVec) VecHandles.vec(handle);
    return i -> bases.isNull(i) ? 0 : (int) bases.values[i];
  }

  private static String convert(String number, int from, int to) {
    String text = number.replaceAll("^ +| +$", "");
    if (!hasBases(from, to) || text.isEmpty()) {
      return null;
    }
    boolean negative = text.startsWith("-");
    BigInteger digits = digits(negative ? text.substring(1) : text, from);
    long value = digits.bitLength() > 64 ? -1 : digits.longValue();
    if (negative && to > 0) {
      value = value < 0 ? -1 : -value;
    }
    if (to < 0 && value < 0) {
      value = -value;
      negative = true;
    }
    String converted = Long.toUnsignedString(value, Math.abs(to)).toUpperCase(Locale.ROOT);
    return negative && to < 0 ? "-" + converted : converted;
  }

  /** Returns whether a string contains a literal followed by a number of characters of a range. */
  @Native("com.nvidia.spark.rapids.jni.RegexRewriteUtils.literalRangePattern")
  public static FixedVec literalRangePattern(
      StringVec s, @OfScalar("Parameter prefix") byte[] literal, int length, int first, int last) {
    int[] prefix = new String(literal, StandardCharsets.UTF_8).codePoints().toArray();
    return s.bools(
        i -> {
          int[] points = new String(s.get(i), StandardCharsets.UTF_8).codePoints().toArray();
          return IntStream.rangeClosed(0, points.length - prefix.length - length)
              .anyMatch(
                  at -> {
                    int from = at + prefix.length;
                    return Arrays.equals(points, at, from, prefix, 0, prefix.length)
                        && Arrays.stream(points, from, from + length)
                            .allMatch(point -> point >= first && point <= last);
                  });
        });
  }

  /** The index of the first column that is true in a row, or the number of columns. */
  @Native("com.nvidia.spark.rapids.jni.CaseWhen.selectFirstTrueIndex")
  public static FixedVec firstTrue(Vec[] columns) {
    for (Vec column : columns) {
      CudfClasses.expects(column.type.isBool(), "each column must be of type BOOL8");
    }
    return FixedVec.ints(
        columns.length == 0 ? 0 : columns[0].size,
        i -> {
          int first = 0;
          while (first < columns.length && !((FixedVec) columns[first]).isTrue(i)) {
            first++;
          }
          return first;
        },
        null);
  }

  /** Decodes GBK; malformed input is replaced, or an error. */
  @Native("com.nvidia.spark.rapids.jni.CharsetDecode.decodeNative")
  public static StringVec decode(Vec vec, int charset, int onError) {
    CudfClasses.expects(charset == 0, "Unsupported charset " + charset);
    StringVec bytes = vec instanceof StringVec strings ? strings : ofBytes((ListVec) vec);
    CodingErrorAction action =
        onError == REPORT ? CodingErrorAction.REPORT : CodingErrorAction.REPLACE;
    return bytes.map(
        (i, out) -> {
          try {
            String text =
                Charset.forName("GBK")
                    .newDecoder()
                    .onMalformedInput(action)
                    .onUnmappableCharacter(action)
                    .decode(ByteBuffer.wrap(bytes.get(i)))
                    .toString();
            out.add(text.getBytes(StandardCharsets.UTF_8));
          } catch (CharacterCodingException e) {
            throw (RuntimeException)
                CudfClasses.make(
                    "com.nvidia.spark.rapids.jni.CharsetDecode$MalformedInputException",
                    "malformed or unmappable input for charset decode");
          }
        });
  }

  /** Slices each list from a one-based position (negative: from the end), {@code length} long. */
  @Native("com.nvidia.spark.rapids.jni.GpuListSliceUtils.listSliceIntInt")
  public static ListVec slice(ListVec lists, int start, int length, boolean check) {
    CudfClasses.expects(lists.size > 0, "a column without rows cannot be sliced");
    Refused.offset();
    return slice(lists, ofInts(lists.size, start), ofInts(lists.size, length), check);
  }

  @Native("com.nvidia.spark.rapids.jni.GpuListSliceUtils.listSliceIntCol")
  public static ListVec slice(ListVec lists, int start, Vec length, boolean check) {
    return slice(lists, ofInts(lists.size, start), length, check);
  }

  @Native("com.nvidia.spark.rapids.jni.GpuListSliceUtils.listSliceColInt")
  public static ListVec slice(ListVec lists, Vec start, int length, boolean check) {
    return slice(lists, start, ofInts(lists.size, length), check);
  }

  private static FixedVec ofInts(int rows, int value) {
    return FixedVec.ints(rows, i -> value, null);
  }

  @Native("com.nvidia.spark.rapids.jni.GpuListSliceUtils.listSliceColCol")
  public static ListVec slice(ListVec lists, Vec start, Vec length, boolean check) {
    boolean[] valid = Valid.and(lists.size, lists.valid, start.valid, length.valid);
    return lists.filter(
        valid,
        i -> {
          long from = ((FixedVec) start).values[i];
          long count = ((FixedVec) length).values[i];
          CudfClasses.expects(from != 0, "Invalid start value: start must not be 0");
          CudfClasses.expects(count >= 0, "Invalid length value: length must be >= 0");
          long first = from > 0 ? lists.start(i) + from - 1 : lists.end(i) + from;
          return k -> first >= lists.start(i) && k >= first && k < first + count;
        });
  }
}
