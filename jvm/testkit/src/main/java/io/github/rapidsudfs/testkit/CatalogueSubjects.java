// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit;

import io.github.rapidsudfs.api.Ddl;
import io.github.rapidsudfs.api.DualFunction;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.registry.Catalogue;
import io.github.rapidsudfs.testkit.functions.ConformanceFunctions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The functions of the catalogue and the test-only functions, over the types that they accept. */
public final class CatalogueSubjects {
  /** Types for arguments of type {@code any}. */
  private static final List<String> ANY =
      List.of(
          "string",
          "bigint",
          "decimal(20,4)",
          "array<struct<a:int,b:string>>",
          "map<string,array<double>>");

  /** Rows for fault injection, for functions whose number of steps depends on an argument. */
  private static final Map<String, List<Object[]>> FAULT_ROWS =
      Map.of(
          "minhash",
          List.of(
              new Object[] {Arrays.asList("a", null, "b", "a"), 3},
              new Object[] {null, 2},
              new Object[] {List.of(), 1},
              new Object[] {List.of("Ω"), null},
              new Object[] {List.of("z"), 0}));

  private CatalogueSubjects() {}

  /** All functions, some over several types. */
  public static List<Subject> all() {
    List<Subject> all = new ArrayList<>();
    scala.collection.JavaConverters.seqAsJavaListConverter(Catalogue.all())
        .asJava()
        .forEach(function -> all.addAll(of(function)));
    ConformanceFunctions.all().forEach(function -> all.addAll(of(function)));
    return all;
  }

  /** One function over the types that it accepts, by its name. */
  public static List<Subject> of(String name) {
    for (DualFunction function : ConformanceFunctions.all()) {
      if (function.signature().name().equals(name)) {
        return of(function);
      }
    }
    return of(Catalogue.apply(name));
  }

  private static List<Subject> of(DualFunction function) {
    Signature signature = function.signature();
    if (signature.arguments().stream().noneMatch(a -> a.isAny())) {
      List<Object[]> faultRows = FAULT_ROWS.getOrDefault(signature.name(), List.of());
      return List.of(Subject.of(function).faultRows(faultRows));
    }
    int count = signature.arguments().size();
    Stream<List<String>> calls =
        signature.varargs()
            ? Stream.of(List.of(), ANY)
            : ANY.stream().map(ddl -> Collections.nCopies(count, ddl));
    return calls.map(call -> Subject.of(function, call.stream().map(Ddl::parse).toList())).toList();
  }
}
