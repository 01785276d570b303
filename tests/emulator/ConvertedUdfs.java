// SPDX-License-Identifier: Apache-2.0

import java.util.Locale;
import org.apache.spark.sql.api.java.UDF1;

/** Conversions of Python functions to Java: right ones, and ones with a common mistake. */
public final class ConvertedUdfs {
  private ConvertedUdfs() {}

  public static final class Initial implements UDF1<String, String> {
    @Override
    public String call(String text) {
      return text == null || text.isEmpty() ? text : text.substring(0, text.offsetByCodePoints(0, 1));
    }
  }

  /** Half of a character beyond 16 bits. */
  public static final class InitialUnit implements UDF1<String, String> {
    @Override
    public String call(String text) {
      return text == null || text.isEmpty() ? text : text.substring(0, 1);
    }
  }

  public static final class Lower implements UDF1<String, String> {
    @Override
    public String call(String text) {
      return isAscii(text) ? text.toLowerCase(Locale.ROOT) : text;
    }
  }

  /** Right in most countries. */
  public static final class LowerOfLocale implements UDF1<String, String> {
    @Override
    public String call(String text) {
      return isAscii(text) ? text.toLowerCase() : text;
    }
  }

  private static boolean isAscii(String text) {
    return text != null && text.chars().allMatch(c -> c < 128);
  }
}
