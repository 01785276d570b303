package io.github.rapidsudfs.functions.text;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.RegexProgram;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.core.Category;
import io.github.rapidsudfs.core.Divergences;
import io.github.rapidsudfs.core.NullRule;
import io.github.rapidsudfs.core.Signature;
import io.github.rapidsudfs.core.Udf1;
import org.apache.spark.sql.api.java.UDF1;

/** Text without its tags: everything from a {@code <} to the next {@code >} is dropped. */
public final class StripHtml extends Udf1<String, String> implements UDF1<String, String> {
  private static final long serialVersionUID = 1L;

  static final Signature SIGNATURE =
      Signature.named("strip_html")
          .in(Category.TEXT)
          .takes("html", "string")
          .returns("string")
          .nulls(NullRule.ANY_NULL_PROPAGATED)
          .summary("Drops everything from a < to the next >")
          .description("A < that no > follows stays, as does the text of scripts and styles.")
          .example("strip_html('<p>Hello <b>world</b></p>')", "Hello world")
          .divergence(Divergences.INVALID_UTF8)
          .since("0.1.0");

  @Override
  public Signature signature() {
    return SIGNATURE;
  }

  @Override
  protected String row(String html) {
    int open = html.indexOf('<');
    if (open < 0) {
      return html;
    }
    StringBuilder text = new StringBuilder(html.length());
    int from = 0;
    while (open >= 0) {
      int close = html.indexOf('>', open);
      if (close < 0) {
        break;
      }
      text.append(html, from, open);
      from = close + 1;
      open = html.indexOf('<', from);
    }
    return text.append(html, from, html.length()).toString();
  }

  @Override
  protected ColumnVector columnar(ColumnVector html) {
    try (Scalar nothing = Scalar.fromString("")) {
      return html.replaceRegex(new RegexProgram("<[^>]*>"), nothing);
    }
  }
}
