// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.mutants;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import org.pitest.bytecode.analysis.ClassTree;
import org.pitest.classinfo.ClassByteArraySource;
import org.pitest.classinfo.ClassName;
import org.pitest.mutationtest.build.InterceptorParameters;
import org.pitest.mutationtest.build.InterceptorType;
import org.pitest.mutationtest.build.MutationInterceptor;
import org.pitest.mutationtest.build.MutationInterceptorFactory;
import org.pitest.mutationtest.config.ReportOptions;
import org.pitest.mutationtest.engine.Mutater;
import org.pitest.mutationtest.engine.MutationDetails;

/** PIT's own filters of mutants of code that javac adds, and of equivalent ones. */
final class Filters {
  private Filters() {}

  static Collection<MutationDetails> kept(
      ClassName name, ClassByteArraySource source, Mutater mutater) {
    Collection<MutationDetails> out = mutater.findMutations(name);
    ClassTree tree = ClassTree.fromBytes(source.getBytes(name.asJavaName()).orElseThrow());
    for (MutationInterceptor each : all(source)) {
      each.begin(tree);
      out = each.intercept(out, mutater);
      each.end();
    }
    return out;
  }

  private static List<MutationInterceptor> all(ClassByteArraySource source) {
    List<MutationInterceptor> out = new ArrayList<>();
    for (MutationInterceptorFactory each : ServiceLoader.load(MutationInterceptorFactory.class)) {
      if (!each.provides().isOnByDefault()) continue;
      MutationInterceptor filter =
          each.createInterceptor(
              new InterceptorParameters(null, new ReportOptions(), null, source, null, null));
      if (filter.type().compareTo(InterceptorType.FILTER) <= 0) out.add(filter);
    }
    out.sort(Comparator.comparing(MutationInterceptor::type));
    return out;
  }
}
