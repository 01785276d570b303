// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.text;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.core.Category;
import io.github.rapidsudfs.core.NullRule;
import io.github.rapidsudfs.core.Signature;
import io.github.rapidsudfs.core.StringBytes;
import io.github.rapidsudfs.core.Udf2;
import io.github.rapidsudfs.core.Utf8;
import java.util.Arrays;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.unsafe.types.UTF8String;

/** Phone numbers in the form of ITU-T E.164: a plus sign and up to 15 digits. */
public final class PhoneE164 extends Udf2<UTF8String, UTF8String, UTF8String>
    implements UDF2<UTF8String, UTF8String, UTF8String> {
  private static final long serialVersionUID = 1L;
  private static final int LEAST = 8;
  private static final int MOST = 15;

  static final Signature SIGNATURE =
      Signature.named("phone_e164")
          .in(Category.TEXT)
          .takes("number", "string")
          .takes("country_code", "string")
          .returns("string")
          .nulls(NullRule.ANY_NULL)
          .summary("Writes a phone number as + and digits, with its country code")
          .description(
              "Only the digits 0 to 9 of both arguments count. A number that starts with + has its"
                  + " country code already; any other gets the given one before it, leading zeros"
                  + " and all. Fewer than 8 or more than 15 digits in the end give null.")
          .example("phone_e164('(650) 253-0000', '1')", "+16502530000")
          .example("phone_e164('+49 30 1234567', '1')", "+49301234567")
          .example("phone_e164('911', '1')", "NULL")
          .since("0.1.0");

  @Override
  public Signature signature() {
    return SIGNATURE;
  }

  @Override
  protected UTF8String row(UTF8String number, UTF8String countryCode) {
    byte[] e164 = new byte[1 + MOST];
    e164[0] = '+';
    int length = 1;
    if (number.numBytes() == 0 || Utf8.at(number, 0) != '+') {
      length = addDigits(countryCode, e164, length);
    }
    length = addDigits(number, e164, length);
    return length <= LEAST || length > 1 + MOST ? null : UTF8String.fromBytes(e164, 0, length);
  }

  /**
   * Appends the digits of a text and returns the new length; digits beyond the array are only
   * counted.
   */
  private static int addDigits(UTF8String text, byte[] into, int length) {
    int at = length;
    for (int i = 0; i < text.numBytes() && at <= into.length; i++) {
      byte b = Utf8.at(text, i);
      if (b >= '0' && b <= '9') {
        if (at < into.length) {
          into[at] = b;
        }
        at++;
      }
    }
    return at;
  }

  @Override
  protected ColumnVector columnar(ColumnVector number, ColumnVector countryCode) {
    try (ColumnVector digits = allDigits(number, countryCode);
        ColumnVector valid = valid(digits);
        Scalar none = Scalar.fromNull(DType.STRING);
        ColumnVector kept = valid.ifElse(digits, none)) {
      return concatenated("+", kept);
    }
  }

  private static ColumnVector allDigits(ColumnVector number, ColumnVector countryCode) {
    try (ColumnVector own = digits(number);
        ColumnVector code = digits(countryCode);
        ColumnVector national = ColumnVector.stringConcatenate(new ColumnView[] {code, own});
        Scalar plus = Scalar.fromString("+");
        ColumnVector isInternational = number.startsWith(plus)) {
      return isInternational.ifElse(own, national);
    }
  }

  private static ColumnVector digits(ColumnVector text) {
    byte[] blankButDigits = new byte[256];
    Arrays.fill(blankButDigits, (byte) ' ');
    for (char digit = '0'; digit <= '9'; digit++) {
      blankButDigits[digit] = (byte) digit;
    }
    try (ColumnVector spaced = StringBytes.map(text, blankButDigits);
        Scalar blank = Scalar.fromString(" ");
        Scalar nothing = Scalar.fromString("")) {
      return spaced.stringReplace(blank, nothing);
    }
  }

  private static ColumnVector valid(ColumnVector digits) {
    try (ColumnVector length = digits.getByteCount();
        Scalar least = Scalar.fromInt(LEAST);
        Scalar most = Scalar.fromInt(MOST);
        ColumnVector enough = length.binaryOp(BinaryOp.GREATER_EQUAL, least, DType.BOOL8);
        ColumnVector few = length.binaryOp(BinaryOp.LESS_EQUAL, most, DType.BOOL8)) {
      return enough.and(few);
    }
  }

  private static ColumnVector concatenated(String prefix, ColumnVector text) {
    try (Scalar scalar = Scalar.fromString(prefix);
        ColumnVector each = ColumnVector.fromScalar(scalar, Math.toIntExact(text.getRowCount()))) {
      return ColumnVector.stringConcatenate(new ColumnView[] {each, text});
    }
  }
}
