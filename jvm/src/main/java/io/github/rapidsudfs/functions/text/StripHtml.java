// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.text;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.RegexProgram;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.api.Category;
import io.github.rapidsudfs.api.Divergences;
import io.github.rapidsudfs.api.NullRule;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.rows.Utf8;
import io.github.rapidsudfs.udf.Udf1;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.unsafe.types.UTF8String;

/** Text without its tags: everything from a {@code <} to the next {@code >} is dropped. */
public final class StripHtml extends Udf1<UTF8String, UTF8String>
    implements UDF1<UTF8String, UTF8String> {
  public StripHtml() {
    super(
        Signature.named("strip_html")
            .in(Category.TEXT)
            .takes("html", "string")
            .returns("string")
            .nulls(NullRule.ANY_NULL_PROPAGATED)
            .summary("Drops everything from a < to the next >")
            .description("A < that no > follows stays, as does the text of scripts and styles.")
            .example("strip_html('<p>Hello <b>world</b></p>')", "Hello world")
            .divergence(Divergences.UNKNOWN_FOR_INVALID_UTF8)
            .since("0.1.0"));
  }

  @Override
  protected UTF8String row(UTF8String html) {
    int end = html.numBytes();
    int open = Utf8.indexOf(html, '<', 0, end);
    int close = Utf8.indexOf(html, '>', open, end);
    if (close == end) {
      return html;
    }
    byte[] text = new byte[end];
    int length = 0;
    int from = 0;
    while (close < end) {
      length = Utf8.copy(html, from, open, text, length);
      from = close + 1;
      open = Utf8.indexOf(html, '<', from, end);
      close = Utf8.indexOf(html, '>', open, end);
    }
    length = Utf8.copy(html, from, end, text, length);
    return UTF8String.fromBytes(text, 0, length);
  }

  @Override
  protected ColumnVector columnar(ColumnVector html) {
    try (Scalar nothing = Scalar.fromString("")) {
      return html.replaceRegex(new RegexProgram("<[^>]*>"), nothing);
    }
  }
}
