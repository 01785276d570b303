// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit.planted;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.RegexProgram;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.testkit.Violation.Kind;
import java.math.BigDecimal;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.StringTokenizer;
import scala.collection.Seq;

/** The computations of published examples of RAPIDS UDFs, rewritten without this library. */
final class PublishedExampleDefects {
  private PublishedExampleDefects() {}

  static List<Planted> all() {
    return List.of(
        Planted.of(
            "the fraction of a decimal by its floor, which is less for negatives",
            List.of("decimal(18,4)"),
            "decimal(18,4)",
            args -> args[0] == null ? null : ((BigDecimal) args[0]).remainder(BigDecimal.ONE),
            (rows, args) -> {
              try (ColumnVector floor = args[0].floor();
                  ColumnVector whole = floor.castTo(args[0].getType())) {
                return args[0].sub(whole, args[0].getType());
              }
            },
            (rows, args) -> {
              try (ColumnVector whole = args[0].castTo(DType.create(DType.DTypeEnum.DECIMAL64, 0));
                  ColumnVector scaled = whole.castTo(args[0].getType())) {
                return args[0].sub(scaled, args[0].getType());
              }
            },
            Kind.WRONG_ANSWER,
            "row-wise CAST('-0."),
        Planted.of(
            "URL encoding that leaves the space as a plus",
            List.of("string"),
            "string",
            args ->
                args[0] == null
                    ? null
                    : URLEncoder.encode((String) args[0], StandardCharsets.UTF_8),
            (rows, args) -> args[0].urlEncode(),
            PublishedExampleDefects::formEncoded,
            Kind.WRONG_ANSWER,
            "+"),
        Planted.of(
            "URL decoding that goes on after a malformed escape",
            List.of("string"),
            "string",
            args -> decodedOrSame((String) args[0]),
            (rows, args) -> args[0].urlDecode(),
            (rows, args) -> decodedWhereWellFormed(args[0]),
            Kind.WRONG_ANSWER,
            "%"),
        Planted.of(
            "words counted by the spaces between them",
            List.of("string"),
            "int",
            args ->
                args[0] == null ? null : new StringTokenizer((String) args[0], " ").countTokens(),
            (rows, args) -> {
              try (ColumnVector words = args[0].stringSplitRecord(" ")) {
                return words.countElements();
              }
            },
            (rows, args) -> {
              try (Scalar mark = Scalar.fromString("w");
                  Scalar space = Scalar.fromString(" ");
                  Scalar nothing = Scalar.fromString("");
                  ColumnVector marked = args[0].replaceRegex(new RegexProgram("[^ ]+"), mark);
                  ColumnVector joined = marked.stringReplace(space, nothing)) {
                return joined.getCharLengths();
              }
            },
            Kind.WRONG_ANSWER,
            "rows differ"),
        Planted.of(
            "cosine similarity over the elements of all rows, which must not be of one length",
            List.of("array<int>", "array<int>"),
            "double",
            PublishedExampleDefects::cosine,
            PublishedExampleDefects::cosineOfChildren,
            PublishedExampleDefects::cosineByPosition,
            Kind.ERRORS_DIFFER,
            "columnar throws"));
  }

  private static ColumnVector replaced(ColumnVector text, String what, String with) {
    try (Scalar old = Scalar.fromString(what);
        Scalar next = Scalar.fromString(with)) {
      return text.stringReplace(old, next);
    }
  }

  private static ColumnVector formEncoded(int rows, ColumnVector[] args) {
    try (ColumnVector encoded = args[0].urlEncode();
        ColumnVector spaces = replaced(encoded, "%20", "+");
        ColumnVector stars = replaced(spaces, "%2A", "*")) {
      return replaced(stars, "~", "%7E");
    }
  }

  private static String decodedOrSame(String text) {
    try {
      // ISO 8859-1 would be another function; what is no UTF-8 is left as it is too.
      String decoded =
          text == null ? null : URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
      return decoded != null && decoded.indexOf('\uFFFD') >= 0 ? text : decoded;
    } catch (IllegalArgumentException e) {
      return text;
    }
  }

  /** Decodes where all escapes are ASCII, and leaves others. */
  private static ColumnVector decodedWhereWellFormed(ColumnVector text) {
    try (Scalar nothing = Scalar.fromString("");
        Scalar percent = Scalar.fromString("%");
        ColumnVector others = text.replaceRegex(new RegexProgram("%[0-7][0-9a-fA-F]"), nothing);
        ColumnVector left = others.stringContains(percent);
        ColumnVector decoded = text.urlDecode()) {
      return left.ifElse(text, decoded);
    }
  }

  private static Object cosine(Object[] args) {
    if (args[0] == null || args[1] == null) {
      return null;
    }
    Seq<?> a = (Seq<?>) args[0];
    Seq<?> b = (Seq<?>) args[1];
    double dot = 0;
    double aa = 0;
    double bb = 0;
    for (int i = 0; i < POSITIONS; i++) {
      double x = i < a.size() && a.apply(i) != null ? (Integer) a.apply(i) : 0;
      double y = i < b.size() && b.apply(i) != null ? (Integer) b.apply(i) : 0;
      dot += x * y;
      aa += x * x;
      bb += y * y;
    }
    return dot / Math.sqrt(aa * bb);
  }

  private static final int POSITIONS = 6;

  private static ColumnVector sums(ColumnVector lists, ColumnView products) {
    try (ColumnView of = lists.replaceListChild(products);
        Scalar zero = Scalar.fromDouble(0);
        ColumnVector sums =
            of.listReduce(ai.rapids.cudf.SegmentedReductionAggregation.sum(), DType.FLOAT64)) {
      return sums.replaceNulls(zero);
    }
  }

  private static ColumnVector cosineOfChildren(int rows, ColumnVector[] args) {
    try (ColumnView a = args[0].getChildColumnView(0);
        ColumnView b = args[1].getChildColumnView(0);
        ColumnVector ab = a.binaryOp(BinaryOp.MUL, b, DType.FLOAT64);
        ColumnVector aa = a.binaryOp(BinaryOp.MUL, a, DType.FLOAT64);
        ColumnVector bb = b.binaryOp(BinaryOp.MUL, b, DType.FLOAT64);
        ColumnVector dot = sums(args[0], ab);
        ColumnVector first = sums(args[0], aa);
        ColumnVector second = sums(args[1], bb);
        ColumnVector both = first.mul(second);
        ColumnVector norm = both.sqrt();
        ColumnVector cosine = dot.div(norm)) {
      return cosine.mergeAndSetValidity(BinaryOp.BITWISE_AND, args[0], args[1]);
    }
  }

  private static ColumnVector cosineByPosition(int rows, ColumnVector[] args) {
    ColumnVector[] sums = new ColumnVector[3];
    try {
      for (int i = 0; i < POSITIONS; i++) {
        try (ColumnVector x = element(args[0], i);
            ColumnVector y = element(args[1], i)) {
          add(sums, 0, x, y);
          add(sums, 1, x, x);
          add(sums, 2, y, y);
        }
      }
      try (ColumnVector both = sums[1].mul(sums[2]);
          ColumnVector norm = both.sqrt();
          ColumnVector cosine = sums[0].div(norm)) {
        return cosine.mergeAndSetValidity(BinaryOp.BITWISE_AND, args[0], args[1]);
      }
    } finally {
      for (ColumnVector sum : sums) {
        if (sum != null) {
          sum.close();
        }
      }
    }
  }

  private static ColumnVector element(ColumnVector lists, int position) {
    try (Scalar zero = Scalar.fromDouble(0);
        ColumnVector element = lists.extractListElement(position);
        ColumnVector wide = element.castTo(DType.FLOAT64)) {
      return wide.replaceNulls(zero);
    }
  }

  private static void add(ColumnVector[] sums, int index, ColumnVector x, ColumnVector y) {
    try (ColumnVector product = x.mul(y);
        ColumnVector before = sums[index]) {
      sums[index] = null;
      sums[index] = before == null ? product.incRefCount() : before.add(product);
    }
  }
}
