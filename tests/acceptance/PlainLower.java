// SPDX-License-Identifier: Apache-2.0

import java.util.Locale;
import org.apache.spark.sql.api.java.UDF1;

/** A Java UDF without a columnar body: the plugin must reject it. */
public final class PlainLower implements UDF1<String, String> {
  @Override
  public String call(String text) {
    return text == null ? null : text.toLowerCase(Locale.ROOT);
  }
}
