// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.mutants;

import java.io.IOException;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.pitest.classinfo.ClassByteArraySource;
import org.pitest.classinfo.ClassName;
import org.pitest.classpath.ClassloaderByteArraySource;
import org.pitest.mutationtest.engine.MutationDetails;
import org.pitest.mutationtest.engine.gregor.GregorMutater;
import org.pitest.mutationtest.engine.gregor.config.Mutator;

/** A Java agent that swaps loaded classes for mutants; its argument is the classes' folder. */
public final class Mutants {
  private static Instrumentation instrumentation;
  private static GregorMutater mutater;
  private static ClassByteArraySource source;
  private static final Map<String, MutationDetails> FOUND = new LinkedHashMap<>();

  private Mutants() {}

  public static void premain(String folder, Instrumentation agents) {
    instrumentation = agents;
    read(folder);
    agents.addTransformer(new Lines(source), true);
  }

  /** Prints the mutants of classes: the folder of the classes, then their names. */
  public static void main(String[] args) {
    read(args[0]);
    for (int i = 1; i < args.length; i++)
      for (String mutant : of(args[i])) System.out.println(mutant);
  }

  private static void read(String folder) {
    ClassByteArraySource others =
        new ClassloaderByteArraySource(ClassLoader.getSystemClassLoader());
    source =
        name -> {
          Path file = Path.of(folder, name.replace('.', '/') + ".class");
          if (!Files.exists(file)) return others.getBytes(name);
          try {
            return Optional.of(Files.readAllBytes(file));
          } catch (IOException e) {
            throw new IllegalStateException("cannot read " + file, e);
          }
        };
    mutater = new GregorMutater(source, method -> true, Mutator.newDefaults());
  }

  /**
   * The mutants of a class, by PIT's default mutators and filters.
   *
   * @return one line for each, of fields separated by tabs: class, method, descriptor, index,
   *     mutator, line of the source, description
   */
  public static String[] of(String className) {
    List<String> out = new ArrayList<>();
    for (MutationDetails m : Filters.kept(ClassName.fromString(className), source, mutater)) {
      String text =
          String.join(
              "\t",
              className,
              m.getMethod(),
              m.getId().getLocation().getMethodDesc(),
              Integer.toString(m.getFirstIndex()),
              m.getMutator().substring(m.getMutator().lastIndexOf('.') + 1),
              Integer.toString(m.getLineNumber()),
              m.getDescription());
      FOUND.put(text, m);
      out.add(text);
    }
    return out.toArray(new String[0]);
  }

  /** Puts a mutant in the place of its class. */
  public static void install(String mutant) throws UnmodifiableClassException {
    if (!FOUND.containsKey(mutant)) of(mutant.substring(0, mutant.indexOf('\t')));
    MutationDetails m = FOUND.get(mutant);
    if (m == null) throw new IllegalArgumentException("no such mutant: " + mutant);
    redefine(m.getClassName().asJavaName(), mutater.getMutation(m.getId()).getBytes());
  }

  /** Puts the class itself back. */
  public static void restore(String className) throws UnmodifiableClassException {
    redefine(className, source.getBytes(className).orElseThrow());
  }

  private static void redefine(String name, byte[] bytes) throws UnmodifiableClassException {
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      if (!loaded.getName().equals(name)) continue;
      try {
        instrumentation.redefineClasses(new ClassDefinition(loaded, bytes));
      } catch (ClassNotFoundException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /**
   * Counts from now on which lines of classes are executed.
   *
   * @param packages separated by commas, without their subpackages; empty stops it
   */
  public static void cover(String packages) throws UnmodifiableClassException {
    Lines.packages = Set.of(packages.replace('.', '/').split(","));
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      if (loaded.getName().startsWith("io.github.rapidsudfs.")
          && instrumentation.isModifiableClass(loaded)
          && source.getBytes(loaded.getName()).isPresent()) {
        instrumentation.retransformClasses(loaded);
      }
    }
  }

  /** The lines executed since the last call: {@code class:line}. */
  public static String[] lines() {
    return Lines.take();
  }
}
