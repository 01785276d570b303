// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.url;

import ai.rapids.cudf.ColumnVector;
import io.github.rapidsudfs.api.Category;
import io.github.rapidsudfs.api.Divergences;
import io.github.rapidsudfs.api.NullRule;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.udf.Udf1;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.unsafe.types.UTF8String;

/** Decodes a key or value of a form or query string. */
public final class UrlDecodeForm extends Udf1<UTF8String, UTF8String>
    implements UDF1<UTF8String, UTF8String> {
  public UrlDecodeForm() {
    super(
        Signature.named("url_decode_form")
            .in(Category.URL)
            .takes("text", "string")
            .returns("string")
            .nulls(NullRule.ANY_NULL_PROPAGATED)
            .summary("Decodes a part of a query string or form body; NULL where it is malformed")
            .description(
                "A + becomes a space and %XX, in capital or small digits, the octet XX; every other"
                    + " character stays. NULL where a % is not followed by two hexadecimal digits,"
                    + " or where the octets of adjoining escapes are not well-formed UTF-8"
                    + " (truncated, overlong, a surrogate, above U+10FFFF).")
            .example("url_decode_form('a+b%26c%3D%C3%A4')", "a b&c=ä")
            .example("url_decode_form('100%')", "NULL")
            .divergence(Divergences.UNKNOWN_FOR_INVALID_UTF8)
            .since("0.1.0"));
  }

  @Override
  protected UTF8String row(UTF8String text) {
    return FormDecoding.decode(text);
  }

  @Override
  protected ColumnVector columnar(ColumnVector text) {
    return FormDecoding.decode(text);
  }
}
