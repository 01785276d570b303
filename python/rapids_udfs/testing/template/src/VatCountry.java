package @PACKAGE@;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.RegexProgram;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.api.Category;
import io.github.rapidsudfs.api.NullRule;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.udf.Udf1;
import org.apache.spark.sql.api.java.UDF1;

/** The country of a VAT number: the two letters that it begins with. */
public final class VatCountry extends Udf1<String, String> implements UDF1<String, String> {
  public VatCountry() {
    super(
        Signature.named("vat_country")
            .in(Category.TEXT)
            .takes("number", "string")
            .returns("string")
            .nulls(NullRule.ANY_NULL_PROPAGATED)
            .summary("The country of a VAT number; NULL where it does not begin with two letters A to Z")
            .example("vat_country('DE811569869')", "DE")
            .example("vat_country('811569869')", "NULL")
            .since("0.1.0"));
  }

  @Override
  protected String row(String number) {
    boolean begins = number.length() >= 2 && letter(number.charAt(0)) && letter(number.charAt(1));
    return begins ? number.substring(0, 2) : null;
  }

  private static boolean letter(char c) {
    return c >= 'A' && c <= 'Z';
  }

  @Override
  protected ColumnVector columnar(ColumnVector number) {
    try (ColumnVector begins = number.matchesRe(new RegexProgram("[A-Z][A-Z]"));
        ColumnVector country = number.substring(0, 2);
        Scalar none = Scalar.fromNull(DType.STRING)) {
      return begins.ifElse(country, none);
    }
  }
}
