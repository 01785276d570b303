// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.golden;

import ai.rapids.cudf.CaptureGroups;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.RegexFlag;
import ai.rapids.cudf.RegexProgram;
import ai.rapids.cudf.Scalar;
import com.nvidia.spark.rapids.jni.CaseWhen;
import com.nvidia.spark.rapids.jni.CharsetDecode;
import com.nvidia.spark.rapids.jni.GpuListSliceUtils;
import com.nvidia.spark.rapids.jni.GpuSubstringIndexUtils;
import com.nvidia.spark.rapids.jni.ParseURI;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** String operations that users' functions and the plugin's expressions use. */
final class StringCases {
  private static final Supplier<ColumnVector> LINES =
      () ->
          ColumnBuilders.strings(
              "a|∅||a\n|a\r\n|a\r|a\u0085|b\na|b\ra|b\r\na|\r\n\na|a\u2028b|a\n\n|\n|\r\n|"
                  + "a\n\r|ab\u2029");

  private static final List<String> PATTERNS =
      List.of(
          "a$", "^a", "a.?$", "a\\Z", "\\Aa", ".", "[^b]", "$", "^$", "a\\s*$", "(a)(.)?$", "^.*$");

  private static final Supplier<ColumnVector> WORDS =
      () ->
          ColumnBuilders.strings(
              "abc|∅||a_c|a%c|www.apache.org|..|.|äbÄ.日本.x|aXbXc|a\\c|a.b|ABC|one two  three|"
                  + " x");

  private static final Supplier<ColumnVector> ADDRESSES =
      () ->
          ColumnVector.fromStrings(
              "https://user:pw@www.example.com:8080/a/b.html?x=1&y=2&x=3#frag",
              null,
              "",
              "http://example.com",
              "http://example.com/",
              "ftp://[2001:db8::1]:21/f",
              "mailto:a@b.c",
              "//host/path?q",
              "/rel/path?k=v",
              "http://EXAMPLE.com/%20a?b=%41&c",
              "http://ex ample.com/",
              "http://1.2.3.4:99999/?",
              "http://1.2.3.999/",
              "http://a_b.com/p",
              "http://-a.com/",
              "http://日本.jp/ä?ö=ü",
              "https://h/?x=",
              "https://h/p?xx=1&x=2",
              "http://h/%zz",
              "file:///etc/passwd",
              "s3://bucket/key?versionId=1",
              "http://[::1]/x",
              "http://[::1/x",
              "a:b:c",
              "http://h?x=1#y?x=2",
              "HTTP://h.com/?X=1");

  private StringCases() {}

  static void add(Cases cases) {
    for (String pattern : PATTERNS) {
      for (EnumSet<RegexFlag> flags :
          List.of(
              EnumSet.of(RegexFlag.EXT_NEWLINE),
              EnumSet.of(RegexFlag.EXT_NEWLINE, RegexFlag.MULTILINE),
              EnumSet.of(RegexFlag.EXT_NEWLINE, RegexFlag.DOTALL))) {
        lines(cases, pattern, flags);
      }
    }
    for (String pattern :
        List.of("a%", "%c", "a_c", "a\\_c", "%", "_", "", "a\\%c", "%.%", "__\\")) {
      cases.over(
          "like " + pattern,
          WORDS,
          in -> with(Scalar.fromString(pattern), Scalar.fromString("\\"), in[0]::like));
    }
    cases.over("toTitle", WORDS, in -> in[0].toTitle());
    cases.over(
        "joinStrings",
        WORDS,
        in -> with(Scalar.fromString("-"), Scalar.fromString("?"), in[0]::joinStrings));
    cases.over(
        "joinStrings without nulls",
        WORDS,
        in -> with(Scalar.fromString(""), Scalar.fromNull(DType.STRING), in[0]::joinStrings));
    cases.over(
        "stringReplacePerRow",
        WORDS,
        in -> in[0].stringReplacePerRow(in[1], in[2]),
        () ->
            ColumnVector.fromStrings(
                "b", "x", "", "_", null, ".", "..", ".", "ä", "X", "a", "z", "BC", "e", " "),
        () ->
            ColumnVector.fromStrings(
                "<>", "", "x", "__", "y", "", ".", "é", "日", null, "", "z", "B", "E", "_"));
    for (int count : new int[] {-3, -2, -1, 0, 1, 2, 3}) {
      for (String by : List.of(".", "X", "..", "")) {
        cases.over(
            "substringIndex '" + by + "' " + count,
            WORDS,
            in ->
                Cases.with(
                    Scalar.fromString(by),
                    s -> GpuSubstringIndexUtils.substringIndex(in[0], s, count)));
      }
      cases.add(
          "repeatString " + count,
          in -> Cases.with(Scalar.fromString("ab"), s -> s.repeatString(count)));
    }
    JsonCases.add(cases);
    addresses(cases);
    rest(cases);
  }

  private interface Two {
    Object apply(Scalar one, Scalar other);
  }

  private static Object with(Scalar one, Scalar other, Two use) {
    try (one;
        other) {
      return use.apply(one, other);
    }
  }

  private static void lines(Cases cases, String pattern, EnumSet<RegexFlag> flags) {
    RegexProgram program = new RegexProgram(pattern, flags);
    RegexProgram groups = new RegexProgram(pattern, flags, CaptureGroups.EXTRACT);
    Map<String, Cases.Body> operations = new LinkedHashMap<>();
    operations.put("containsRe", in -> in[0].containsRe(program));
    operations.put("matchesRe", in -> in[0].matchesRe(program));
    operations.put(
        "replaceRegex",
        in -> Cases.with(Scalar.fromString("|"), s -> in[0].replaceRegex(program, s)));
    // An empty match is not recorded: a split at one leaves the parts of an empty string unwritten,
    // which can end the process on a GPU.
    if (!java.util.regex.Pattern.compile(pattern).matcher("").find()) {
      operations.put("extractAllRecord", in -> in[0].extractAllRecord(program, 0));
      operations.put("stringSplitRecord", in -> in[0].stringSplitRecord(program, -1));
    }
    if (pattern.contains("(")) {
      operations.put("extractRe", in -> in[0].extractRe(groups));
      operations.put("extractAllRecord of a group", in -> in[0].extractAllRecord(groups, 1));
    }
    operations.forEach(
        (name, body) -> cases.add(name + " " + pattern + " with " + flags, body, LINES));
  }

  private static void addresses(Cases cases) {
    Map<String, Cases.Body> parts = new LinkedHashMap<>();
    parts.put("Protocol", in -> ParseURI.parseURIProtocol(in[0]));
    parts.put("Host", in -> ParseURI.parseURIHost(in[0]));
    parts.put("Path", in -> ParseURI.parseURIPath(in[0]));
    parts.put("Query", in -> ParseURI.parseURIQuery(in[0]));
    parts.put("Query of x", in -> ParseURI.parseURIQueryWithLiteral(in[0], "x"));
    parts.forEach((part, body) -> cases.over("ParseURI." + part, ADDRESSES, body));
  }

  private static void rest(Cases cases) {
    Supplier<ColumnVector> flags =
        () ->
            ColumnVector.fromBoxedBooleans(
                false, true, null, false, true, null, false, true, false);
    cases.over(
        "CaseWhen.selectFirstTrueIndex",
        flags,
        in -> CaseWhen.selectFirstTrueIndex(in),
        () -> Typed.column("BOOL8"));
    cases.each("md5Hash", Typed.ALL, in -> ColumnVector.md5Hash(in[0]));
    cases.each("sha1Hash", Typed.ALL, in -> ColumnVector.sha1Hash(in[0]));
    for (boolean descending : new boolean[] {false, true}) {
      cases.over(
          "listSortRows of structs " + descending,
          StringCases::structLists,
          in -> in[0].listSortRows(descending, descending));
    }
    for (int[] range : new int[][] {{1, 2}, {2, 1}, {-2, 2}, {-1, 5}, {1, 0}, {3, 9}}) {
      cases.over(
          "listSlice " + range[0] + " " + range[1],
          () -> Typed.column("LIST"),
          in -> GpuListSliceUtils.listSlice(in[0], range[0], range[1]));
    }
    cases.over(
        "CharsetDecode of GBK",
        StringCases::encoded,
        in -> CharsetDecode.decode(in[0], CharsetDecode.GBK));
  }

  private static ColumnVector encoded() {
    try (ColumnVector texts =
        ColumnVector.fromUTF8Strings(
            TextCases.bytes(0x61, 0x62),
            null,
            TextCases.bytes(),
            TextCases.bytes(0xC4, 0xE3),
            TextCases.bytes(0xC4),
            TextCases.bytes(0xFF, 0x61),
            TextCases.bytes(0x80),
            TextCases.bytes(0x81, 0x40),
            TextCases.bytes(0x61, 0xC4, 0xE3, 0x62, 0x81, 0x20))) {
      return texts.asByteList();
    }
  }

  private static ColumnVector structLists() {
    try (ColumnVector structs = Typed.column("STRUCT");
        ColumnVector offsets = ColumnVector.fromInts(0, 4, 4, 7, 9)) {
      return structs.makeListFromOffsets(4, offsets);
    }
  }
}
