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

/** Encodes text as a key or value of a form or query string. */
public final class UrlEncodeForm extends Udf1<UTF8String, UTF8String>
    implements UDF1<UTF8String, UTF8String> {
  public UrlEncodeForm() {
    super(
        Signature.named("url_encode_form")
            .in(Category.URL)
            .takes("text", "string")
            .returns("string")
            .nulls(NullRule.ANY_NULL_PROPAGATED)
            .summary("Encodes text for a query string or form body, as java.net.URLEncoder does")
            .description(
                "The letters A to Z and a to z, the digits and . - * _ stay, a space becomes +, and"
                    + " every other character the escapes of its octets in UTF-8, with capital"
                    + " digits.")
            .example("url_encode_form('a b&c=ä~*')", "a+b%26c%3D%C3%A4%7E*")
            .divergence(Divergences.UNKNOWN_FOR_INVALID_UTF8)
            .since("0.1.0"));
  }

  @Override
  protected UTF8String row(UTF8String text) {
    return FormEncoding.encode(text);
  }

  @Override
  protected ColumnVector columnar(ColumnVector text) {
    return FormEncoding.encode(text);
  }
}
