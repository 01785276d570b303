// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit.functions;

import io.github.rapidsudfs.RapidsUdfs;
import io.github.rapidsudfs.api.DualFunction;
import io.github.rapidsudfs.registry.CatalogueJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.SparkSession;

/** Functions for tests only: the identity of each type, and some that transfer values. */
public final class ConformanceFunctions {
  private ConformanceFunctions() {}

  /** All functions. */
  public static List<DualFunction> all() {
    List<DualFunction> all = new ArrayList<>(TypedIdentities.all());
    all.addAll(List.of(new BytesLen(), new CToF(), new EpochMsToTs(), new VoidNull()));
    return all;
  }

  /** Registers the functions in a session, as temporary functions. */
  public static void register(SparkSession spark) {
    all().forEach(f -> RapidsUdfs.registerAs(spark, f.signature().name(), f));
  }

  /** Writes the functions to the file given as the only argument, in the catalogue's format. */
  public static void main(String[] args) throws IOException {
    Files.writeString(Path.of(args[0]), CatalogueJson.render(all()));
  }
}
