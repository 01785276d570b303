// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.golden;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import com.nvidia.spark.rapids.jni.Hash;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/** Strings: characters of one to four bytes, empty and null strings, and invalid UTF-8. */
final class TextCases {
  static final Supplier<ColumnVector> TEXTS =
      () ->
          ColumnVector.fromStrings(
              "abc", "", null, " Äö é ", "日本 a", "😀x😀", "A-b-C", "\tx\n ", "a%20b+c%zz");
  private static final Supplier<ColumnVector> OTHER =
      () -> ColumnVector.fromStrings("abd", "", null, "Ä", "日本", null, "a-B-c", "x", "");

  /**
   * A lone continuation byte, a lead byte without its continuation, an overlong slash, a surrogate,
   * a byte that never occurs.
   */
  static final Supplier<ColumnVector> INVALID =
      () ->
          ColumnVector.fromUTF8Strings(
              bytes(0x61, 0x80, 0x62),
              bytes(0xC3),
              bytes(0xC0, 0xAF),
              bytes(0xED, 0xA0, 0x80),
              bytes(0x61, 0xFF),
              "é".getBytes(StandardCharsets.UTF_8));

  private static final Supplier<ColumnVector> NUMBERS =
      () ->
          ColumnVector.fromStrings(
              "0", "-7", "+7", "9223372036854775807", " 1", "1.5", "", null, "0x1", "abc");

  private TextCases() {}

  static void add(Cases cases) {
    over(cases, "", TEXTS);
    over(cases, " sliced", () -> Cases.inner(TEXTS.get()));
    over(cases, " of invalid UTF-8", INVALID);
    over(cases, " of no rows", ColumnVector::fromStrings);
    for (BinaryOp op : Cases.named(BinaryOp::valueOf, "EQUAL LESS GREATER_EQUAL NULL_EQUALS")) {
      cases.add(op + " string", in -> in[0].binaryOp(op, in[1], DType.BOOL8), TEXTS, OTHER);
    }
    cases.add("replaceNulls string", Cases.text("-"), ColumnVector::replaceNulls, TEXTS);
    cases.add(
        "stringConcatenate",
        in -> ColumnVector.stringConcatenate(new ColumnView[] {in[0], in[1]}),
        TEXTS,
        OTHER);
    cases.add(
        "upper of characters that are special",
        in -> in[0].upper(),
        () -> ColumnVector.fromStrings("ß", "ı", "ŉ", "ﬁ", "ǆ", "ὀς"));
    cases.add(
        "lower of characters that are special",
        in -> in[0].lower(),
        () -> ColumnVector.fromStrings("İ", "ΑΣ", "ẞ", "ǅ", "K"));
    cases.add("md5Hash", in -> ColumnVector.md5Hash(in[0]), TEXTS);
    cases.add("murmurHash32 string", in -> Hash.murmurHash32(42, in), TEXTS);
    cases.add("xxhash64 string", in -> Hash.xxhash64(42L, in), TEXTS);
    cases.add("isInteger", in -> in[0].isInteger(), NUMBERS);
    cases.add(
        "castTo INT64 from string",
        in -> in[0].castTo(DType.INT64),
        () -> ColumnVector.fromStrings("0", "-7", "9223372036854775807", null));
    cases.add(
        "substring by columns",
        in -> in[0].substring(in[1], in[2]),
        TEXTS,
        () -> ColumnVector.fromInts(1, 0, 0, 2, 1, 1, 2, 0, 3),
        () -> ColumnVector.fromInts(2, 1, 1, 4, 9, 2, 2, 1, 5));
    cases.add("repeatStrings", in -> in[0].repeatStrings(2), TEXTS);
    cases.add("pad", in -> in[0].pad(6), TEXTS);
    cases.add("stringLocate", Cases.text("b"), ColumnVector::stringLocate, TEXTS);
    cases.add("stringSplit in two", in -> in[0].stringSplit("-", 2), TEXTS);
    cases.add(
        "stringReplace many",
        in -> in[0].stringReplace(in[1], in[2]),
        TEXTS,
        () -> ColumnVector.fromStrings("a", "日"),
        () -> ColumnVector.fromStrings("AA", ""));
    cases.add("strip of given characters", Cases.text("a "), ColumnVector::strip, TEXTS);
  }

  private static void over(Cases cases, String which, Supplier<ColumnVector> texts) {
    cases.add("upper" + which, in -> in[0].upper(), texts);
    cases.add("lower" + which, in -> in[0].lower(), texts);
    cases.add("strip" + which, in -> in[0].strip(), texts);
    cases.add("lstrip" + which, in -> in[0].lstrip(), texts);
    cases.add("getCharLengths" + which, in -> in[0].getCharLengths(), texts);
    cases.add("getByteCount" + which, in -> in[0].getByteCount(), texts);
    cases.add("codePoints" + which, in -> in[0].codePoints(), texts);
    cases.add("substring from 1" + which, in -> in[0].substring(1), texts);
    cases.add("substring last 2" + which, in -> in[0].substring(-2), texts);
    cases.add("substring 1 to 3" + which, in -> in[0].substring(1, 3), texts);
    cases.add("urlEncode" + which, in -> in[0].urlEncode(), texts);
    cases.add("urlDecode" + which, in -> in[0].urlDecode(), texts);
    cases.add("asByteList" + which, in -> in[0].asByteList(), texts);
    cases.add("child of asByteList" + which, TextCases::bytes, texts);
    cases.add("stringSplitRecord" + which, in -> in[0].stringSplitRecord("-"), texts);
    cases.add("stringContains" + which, Cases.text("b"), ColumnVector::stringContains, texts);
    cases.add("startsWith" + which, Cases.text("a"), ColumnVector::startsWith, texts);
    cases.add("endsWith" + which, Cases.text("c"), ColumnVector::endsWith, texts);
    cases.add(
        "stringReplace" + which,
        in ->
            Cases.with(
                Scalar.fromString("a"),
                s -> Cases.with(Scalar.fromString("<>"), t -> in[0].stringReplace(s, t))),
        texts);
  }

  static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }

  private static ColumnVector bytes(ColumnVector[] in) {
    try (ColumnVector lists = in[0].asByteList();
        ColumnView bytes = lists.getChildColumnView(0)) {
      return bytes.copyToColumnVector();
    }
  }
}
