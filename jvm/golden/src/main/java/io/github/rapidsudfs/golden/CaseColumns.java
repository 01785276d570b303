// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.golden;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.HostColumnVector.BasicType;
import ai.rapids.cudf.HostColumnVector.DataType;
import ai.rapids.cudf.HostColumnVector.ListType;
import ai.rapids.cudf.HostColumnVector.StructData;
import ai.rapids.cudf.HostColumnVector.StructType;
import ai.rapids.cudf.Scalar;
import ai.rapids.cudf.Table;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Columns for the expressions of cases. Arguments are borrowed; the caller closes the results. */
final class CaseColumns {
  private CaseColumns() {}

  /** The lines of a resource of this package. */
  static Stream<String> resource(String name) {
    try (InputStream in = CaseColumns.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A string per line of a resource; ∅ for null, ␠ for a blank at the start or the end. */
  static ColumnVector lines(String file) {
    return texts(resource(file).map(line -> line.replace('␠', ' ')));
  }

  /** The strings that bars separate; ∅ for null. */
  static ColumnVector strings(String words) {
    return texts(Stream.of(words.split("\\|", -1)));
  }

  private static ColumnVector texts(Stream<String> texts) {
    return ColumnVector.fromStrings(
        texts.map(text -> text.equals("∅") ? null : text).toArray(String[]::new));
  }

  /** Strings from their bytes in hexadecimal digits. */
  static ColumnVector bytes(String... digits) {
    return ColumnVector.fromUTF8Strings(
        Arrays.stream(digits)
            .map(text -> text == null ? null : HexFormat.of().parseHex(text))
            .toArray(byte[][]::new));
  }

  static ColumnVector asLists(ColumnVector strings) {
    return strings.asByteList();
  }

  /** Decimals of one scale. */
  static ColumnVector decimals(DType.DTypeEnum id, int scale, String... values) {
    BigDecimal[] decimals =
        Arrays.stream(values)
            .map(value -> value == null ? null : new BigDecimal(value).setScale(-scale))
            .toArray(BigDecimal[]::new);
    try (ColumnVector narrowest = ColumnVector.fromDecimals(decimals)) {
      return narrowest.castTo(DType.create(id, scale));
    }
  }

  static ColumnVector lists(DType type, Object[]... rows) {
    DataType lists = new ListType(true, new BasicType(true, type));
    return lists(lists, Arrays.stream(rows).map(row -> row == null ? null : elements(type, row)));
  }

  private static List<Object> elements(DType type, Object[] row) {
    return Arrays.stream(row)
        .map(item -> item instanceof Expression.Word word ? number(type, word.text()) : item)
        .toList();
  }

  private static Object number(DType type, String text) {
    return type.equals(DType.INT32) ? (Object) Integer.valueOf(text) : Double.valueOf(text);
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // lists as varargs
  private static ColumnVector lists(DataType type, Stream<? extends List<?>> rows) {
    return ColumnVector.fromLists(type, rows.toArray(List[]::new));
  }

  static ColumnVector maps() {
    DataType text = new BasicType(true, DType.STRING);
    DataType type = new ListType(true, new StructType(false, text, text));
    StructData b = new StructData("b", null);
    List<StructData> twice = List.of(new StructData("a", "1"), b, new StructData("a", "2"));
    return lists(type, Stream.of(twice, List.of(), null, List.of(new StructData("b", "x"))));
  }

  /** Instants from years 1 to 9999, of nanoseconds as far as they reach. */
  static ColumnVector instants(DType type) {
    boolean nanos = type.equals(DType.TIMESTAMP_NANOSECONDS);
    try (ColumnVector ticks =
            nanos
                ? ColumnVector.fromBoxedLongs(
                    0L,
                    null,
                    -1L,
                    951782399123456789L,
                    951868800000000000L,
                    1709214306999999999L,
                    -9223372036000000000L,
                    Long.MAX_VALUE,
                    -2208988801000000001L)
                : ColumnVector.fromBoxedLongs(
                    0L,
                    null,
                    -1L,
                    951782399L,
                    951868800L,
                    1709214306L,
                    -62135596800L,
                    253402300799L,
                    -2208988801L);
        ColumnVector instants = ticks.castTo(nanos ? type : DType.TIMESTAMP_SECONDS)) {
      return instants.castTo(type);
    }
  }

  /** Numbers that are sorted within the groups of windows, nulls first. */
  static ColumnVector ordered(String type, String direction) {
    return direction.equals("up")
        ? ordered(type, null, 4L, null, 1L, 1L, 7L, 0L, 2L, 3L)
        : ordered(type, 4L, null, 1L, 1L, null, 7L, 3L, 2L, 0L);
  }

  static ColumnVector ordered(String type, Long... values) {
    if (!type.equals("FLOAT64")) {
      return stored(type(type), values);
    }
    try (ColumnVector longs = ColumnVector.fromBoxedLongs(values)) {
      return longs.castTo(DType.FLOAT64);
    }
  }

  /** A copy of a column without its first and last row, made from a view of the same memory. */
  static ColumnVector inner(ColumnVector column) {
    return column.subVector(1, (int) column.getRowCount() - 1);
  }

  /** The same column with its halves swapped, so that other values and nulls meet. */
  static ColumnVector swapped(ColumnVector column) {
    try (ColumnVector first = column.subVector(0, 3);
        ColumnVector rest = column.subVector(3)) {
      return ColumnVector.concatenate(rest, first);
    }
  }

  static ColumnVector backwards(ColumnVector column) {
    int rows = (int) column.getRowCount();
    return gather(column, IntStream.range(0, rows).map(i -> rows - 1 - i).toArray());
  }

  static ColumnVector gather(ColumnVector column, int... rows) {
    try (ColumnVector map = ColumnVector.fromInts(rows);
        Table table = new Table(column);
        Table gathered = table.gather(map)) {
      return gathered.getColumn(0).incRefCount();
    }
  }

  /** The row numbers. */
  static ColumnVector rows(ColumnVector column) {
    return ColumnVector.fromInts(IntStream.range(0, (int) column.getRowCount()).toArray());
  }

  /** Numbers, decimals of scale -2 and times from their stored values, which wrap. */
  static ColumnVector stored(DType type, Long... values) {
    if (type.getTypeId() == DType.DTypeEnum.DECIMAL128) {
      return ColumnVector.decimalFromBigInt(
          -2,
          Arrays.stream(values)
              .map(v -> v == null ? null : BigInteger.valueOf(v))
              .toArray(BigInteger[]::new));
    }
    DType stored = type.getSizeInBytes() == 4 ? DType.INT32 : DType.INT64;
    try (ColumnVector longs = ColumnVector.fromBoxedLongs(values)) {
      if (!type.isDecimalType() && !type.isDurationType() && !type.isTimestampType()) {
        return longs.castTo(type);
      }
      try (ColumnVector bits = longs.castTo(stored);
          ColumnView view = bits.bitCastTo(type)) {
        return view.copyToColumnVector();
      }
    }
  }

  /** The type with a name; decimals have scale -2. */
  static DType type(String name) {
    DType.DTypeEnum id = DType.DTypeEnum.valueOf(name);
    return name.startsWith("DECIMAL") ? DType.create(id, -2) : DType.create(id);
  }

  /** Structs of a number and a string. */
  static ColumnVector structs(ColumnVector there, ColumnVector numbers, ColumnVector texts) {
    try (ColumnView view = ColumnView.makeStructView(numbers, texts);
        Scalar none =
            Scalar.structFromNull(
                new BasicType(true, DType.INT32), new BasicType(true, DType.STRING))) {
      return there.ifElse(view, none);
    }
  }
}
