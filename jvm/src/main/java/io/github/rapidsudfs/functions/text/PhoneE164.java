// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.text;

import static java.nio.charset.StandardCharsets.US_ASCII;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.api.Category;
import io.github.rapidsudfs.api.NullRule;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.columns.ColumnMath;
import io.github.rapidsudfs.columns.Columns;
import io.github.rapidsudfs.columns.Masks;
import io.github.rapidsudfs.columns.StringBytes;
import io.github.rapidsudfs.rows.Utf8;
import io.github.rapidsudfs.udf.Udf2;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.unsafe.types.UTF8String;

/** Phone numbers in the form of ITU-T E.164: a plus sign and up to 15 digits. */
public final class PhoneE164 extends Udf2<UTF8String, UTF8String, UTF8String>
    implements UDF2<UTF8String, UTF8String, UTF8String> {
  private static final int LEAST = 8;
  private static final int MOST = 15;

  /** The least number of digits after the country code. */
  private static final int LEAST_OWN = 4;

  /** The length of an international prefix: a plus sign, which counts 2, or two zeros. */
  private static final int INTERNATIONAL = 2;

  private static final int TRUNK_ZERO = 1;

  /** The country codes whose numbers keep a leading zero, which is part of the number. */
  private static final List<String> KEEP_ZERO = List.of("39", "225", "229", "242", "378");

  private static final String SCHEME = "tel:";
  private static final String BRACKETED_ZERO = "(0)";

  public PhoneE164() {
    super(
        Signature.named("phone_e164")
            .in(Category.TEXT)
            .takes("number", "string")
            .takesLiteral("country_code", "string")
            .returns("string")
            .nulls(NullRule.ANY_NULL)
            .summary("Writes a phone number as + and digits, with its country code")
            .description(
                "A number that starts with + or 00 has its country code already. Any other gets the"
                    + " given one in place of a leading zero, its trunk prefix; with the codes 39,"
                    + " 225, 229, 242 and 378 the zero is kept, where it is part of the number. A"
                    + " number may start with tel: and contain ASCII blanks and - . ( ) /. Anything"
                    + " else gives null: letters, as in 'ext. 12' or 1-800-FLOWERS, a second"
                    + " number, a zero in brackets, as in +49 (0)30, a national number without a"
                    + " country code, and fewer than 8 or more than 15 digits in the end. It knows"
                    + " neither other international prefixes (011) and trunk prefixes (8, 06), nor"
                    + " whether such a number can exist.")
            .example("phone_e164('(650) 253-0000', '1')", "+16502530000")
            .example("phone_e164('030 1234567', '49')", "+49301234567")
            .example("phone_e164('0049 30 1234567', '1')", "+49301234567")
            .example("phone_e164('650-253-0000 ext. 12', '1')", "NULL")
            .since("0.1.0"));
  }

  private static final byte BLANK = ' ';
  private static final byte OTHER = 'x';

  /** Digits; plus signs and the characters of the scheme; blanks, which do not count; others. */
  private static final byte[] CLASSES = classes();

  private static byte[] classes() {
    byte[] classes = new byte[256];
    Arrays.fill(classes, OTHER);
    Arrays.fill(classes, 0, BLANK + 1, BLANK);
    for (char c : "-.()/".toCharArray()) {
      classes[c] = BLANK;
    }
    for (char c : ("0123456789+" + SCHEME).toCharArray()) {
      classes[c] = (byte) c;
      classes[Character.toUpperCase(c)] = (byte) c;
    }
    return classes;
  }

  @Override
  protected UTF8String row(UTF8String number, UTF8String countryCode) {
    byte[] compact = new byte[SCHEME.length() + INTERNATIONAL + MOST];
    int end = compact(number, compact);
    int start = startsWithScheme(compact, end) ? SCHEME.length() : 0;
    int own = start(compact, start, end);
    int prefix = own - start + (compact[start] == '+' ? 1 : 0);
    if (own < 0 || prefix > INTERNATIONAL || end - own < LEAST_OWN) {
      return null;
    }
    byte[] e164 = new byte[1 + MOST];
    e164[0] = '+';
    int length = 1;
    if (prefix < INTERNATIONAL) {
      byte[] code = new byte[INTERNATIONAL + MOST];
      int codeEnd = compact(countryCode, code);
      int codeStart = start(code, 0, codeEnd);
      if (codeStart < 0 || codeEnd - codeStart > MOST - LEAST_OWN) {
        return null;
      }
      length = append(code, codeStart, codeEnd, e164, length);
      if (prefix == TRUNK_ZERO && KEEP_ZERO.contains(new String(e164, 1, length - 1, US_ASCII))) {
        own--;
      }
    }
    if (length + end - own > e164.length) {
      return null;
    }
    length = append(compact, own, end, e164, length);
    return length <= LEAST || hasBracketedZero(number)
        ? null
        : UTF8String.fromBytes(e164, 0, length);
  }

  /** Fills in the classes of a text without blanks; one more than fit in for a longer text. */
  private static int compact(UTF8String text, byte[] into) {
    int length = 0;
    for (int i = 0; i < text.numBytes() && length <= into.length; i++) {
      byte c = CLASSES[Utf8.at(text, i) & 0xFF];
      if (c != BLANK) {
        if (length < into.length) {
          into[length] = c;
        }
        length++;
      }
    }
    return length;
  }

  private static boolean startsWithScheme(byte[] compact, int end) {
    boolean starts = end >= SCHEME.length();
    for (int i = 0; starts && i < SCHEME.length(); i++) {
      starts = compact[i] == SCHEME.charAt(i);
    }
    return starts;
  }

  /** The first character after plus signs and zeros; −1 unless only digits follow. */
  private static int start(byte[] compact, int from, int end) {
    if (end > compact.length) {
      return -1;
    }
    int start = from;
    while (start < end && (compact[start] == '+' || compact[start] == '0')) {
      start++;
    }
    for (int i = start; i < end; i++) {
      if (compact[i] < '0' || compact[i] > '9') {
        return -1;
      }
    }
    return start < end ? start : -1;
  }

  private static int append(byte[] digits, int from, int end, byte[] into, int length) {
    System.arraycopy(digits, from, into, length, end - from);
    return length + end - from;
  }

  private static boolean hasBracketedZero(UTF8String number) {
    int end = number.numBytes();
    int at = Utf8.indexOf(number, '(', 0, end);
    while (at < end - 2 && !(Utf8.at(number, at + 1) == '0' && Utf8.at(number, at + 2) == ')')) {
      at = Utf8.indexOf(number, '(', at + 1, end);
    }
    return at < end - 2;
  }

  @Override
  protected ColumnVector columnar(ColumnVector number, ColumnVector countryCode) {
    try (Columns c = new Columns()) {
      ColumnVector signed = c.own(withoutScheme(c.own(compact(number))));
      ColumnVector own = c.own(withoutPrefix(signed));
      ColumnVector code = c.own(withoutPrefix(c.own(compact(countryCode))));
      ColumnVector ownLength = c.own(own.getByteCount());
      ColumnVector prefix = c.own(prefix(signed, ownLength));
      ColumnVector isNational = c.is(prefix, BinaryOp.LESS, INTERNATIONAL);
      Scalar none = c.own(Scalar.fromString(""));
      ColumnVector added = c.own(isNational.ifElse(code, none));
      ColumnVector keepsZero = c.own(keepsZero(prefix, code));
      ColumnVector kept = c.own(keepsZero.ifElse(c.own(Scalar.fromString("0")), none));
      ColumnVector fits = c.own(fits(ownLength, added, keepsZero));
      ColumnVector isComplete = c.own(isComplete(own, code, prefix, isNational));
      ColumnVector isClear = c.own(isClear(number));
      ColumnVector valid = c.own(c.own(fits.and(isComplete)).and(isClear));
      ColumnVector pluses = c.own(pluses(valid));
      return ColumnVector.stringConcatenate(new ColumnView[] {pluses, added, kept, own});
    }
  }

  private static ColumnVector compact(ColumnVector text) {
    try (Columns c = new Columns()) {
      return c.own(StringBytes.map(text, CLASSES))
          .stringReplace(c.own(Scalar.fromString(" ")), c.own(Scalar.fromString("")));
    }
  }

  private static ColumnVector withoutScheme(ColumnVector compact) {
    try (Columns c = new Columns()) {
      ColumnVector has = c.own(compact.startsWith(c.own(Scalar.fromString(SCHEME))));
      if (!Masks.any(has)) {
        return compact.incRefCount();
      }
      Scalar after = c.own(Scalar.fromInt(SCHEME.length()));
      Scalar zero = c.own(Scalar.fromInt(0));
      ColumnVector start = c.own(has.ifElse(after, zero));
      ColumnVector end = c.own(c.own(compact.getByteCount()).replaceNulls(zero));
      return compact.substring(start, end);
    }
  }

  private static ColumnVector withoutPrefix(ColumnVector signed) {
    try (Scalar prefix = Scalar.fromString("+0")) {
      return signed.lstrip(prefix);
    }
  }

  /** The length of the plus sign and zeros before a number's digits, a plus counted twice. */
  private static ColumnVector prefix(ColumnVector signed, ColumnVector ownLength) {
    try (Columns c = new Columns()) {
      ColumnVector stripped = c.own(c.own(signed.getByteCount()).sub(ownLength));
      ColumnVector hasPlus = c.own(signed.startsWith(c.own(Scalar.fromString("+"))));
      return stripped.add(c.own(hasPlus.castTo(DType.INT32)));
    }
  }

  private static ColumnVector keepsZero(ColumnVector prefix, ColumnVector code) {
    try (ColumnVector codes = ColumnVector.fromStrings(KEEP_ZERO.toArray(new String[0]));
        ColumnVector isKept = code.contains(codes);
        ColumnVector has = ColumnMath.with(BinaryOp.EQUAL, prefix, TRUNK_ZERO, DType.BOOL8)) {
      return isKept.and(has);
    }
  }

  private static ColumnVector fits(
      ColumnVector ownLength, ColumnVector code, ColumnVector keepsZero) {
    try (Columns c = new Columns()) {
      ColumnVector codeLength = c.own(code.getByteCount());
      ColumnVector more = c.own(codeLength.add(c.own(keepsZero.castTo(DType.INT32))));
      ColumnVector length = c.own(more.add(ownLength));
      ColumnVector enough = c.is(length, BinaryOp.GREATER_EQUAL, LEAST);
      ColumnVector few = c.is(length, BinaryOp.LESS_EQUAL, MOST);
      ColumnVector enoughOwn = c.is(ownLength, BinaryOp.GREATER_EQUAL, LEAST_OWN);
      return c.own(enough.and(few)).and(enoughOwn);
    }
  }

  /** Whether there are only digits, and a country code if one is needed. */
  private static ColumnVector isComplete(
      ColumnVector own, ColumnVector code, ColumnVector prefix, ColumnVector isNational) {
    try (Columns c = new Columns()) {
      ColumnVector isNumber = c.own(own.isInteger());
      ColumnVector hasCode = c.own(isNational.and(c.own(code.isInteger())));
      ColumnVector isInternational = c.is(prefix, BinaryOp.EQUAL, INTERNATIONAL);
      return c.own(isInternational.or(hasCode)).and(isNumber);
    }
  }

  private static ColumnVector isClear(ColumnVector number) {
    try (Scalar zero = Scalar.fromString(BRACKETED_ZERO);
        ColumnVector has = number.stringContains(zero)) {
      return has.not();
    }
  }

  /** A plus sign for each valid row, else null, which joining the parts passes on. */
  private static ColumnVector pluses(ColumnVector valid) {
    try (ColumnVector all = ColumnMath.repeated("+", valid.getRowCount());
        ColumnVector nulls = ColumnMath.nullUnless(valid, valid)) {
      return all.mergeAndSetValidity(BinaryOp.BITWISE_AND, nulls);
    }
  }
}
