// SPDX-License-Identifier: Apache-2.0

import io.github.rapidsudfs.RapidsUdfs;
import java.util.List;
import org.apache.spark.sql.SparkSession;

/** Calls functions of the published library in a separate session. */
public final class Consumer {
  private Consumer() {}

  public static void main(String[] arguments) {
    SparkSession spark =
        SparkSession.builder()
            .master("local[1]")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "127.0.0.1")
            .getOrCreate();
    try {
      RapidsUdfs.register(spark, List.of("ascii_lower"), "", false);
      String found = spark.sql("SELECT ascii_lower('ABC')").first().getString(0);
      System.out.println("ascii_lower('ABC') is " + found);
      if (!found.equals("abc")) {
        throw new AssertionError("ascii_lower('ABC') is " + found);
      }
    } finally {
      spark.stop();
    }
  }
}
