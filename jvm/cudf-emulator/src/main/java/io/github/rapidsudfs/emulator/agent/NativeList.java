// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.agent;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The native methods of a plugin jar and their status in the emulator: emulated, bookkeeping or
 * refused.
 */
public final class NativeList {
  private static final String HEAD =
      """
<!-- Generated from the jar by `make generate`: do not edit. -->

# Emulated cuDF operations

Generated from the native methods of the plugin's jar. *Emulated* natives compute as libcudf \
does, or refuse an
input by name; *bookkeeping* ones keep handles, memory and settings; *refused* ones raise an \
error that names them,
for one of [the reasons below](#refused-natives).

| plugin | natives | emulated | bookkeeping | refused |
|---|---|---|---|---|
""";

  private static final Properties REASONS =
      BookkeepingRules.read("/io/github/rapidsudfs/emulator/refusals.properties");
  private static final String LIMITS = "/io/github/rapidsudfs/emulator/limits.md";

  /** One native method and its status. */
  public record Native(String owner, String name, String descriptor, String answer) {
    /** The method with its parameters, as Java writes them. */
    String readable() {
      List<String> parameters = new ArrayList<>();
      for (Type type : Type.getArgumentTypes(descriptor)) {
        String text = type.getClassName();
        parameters.add(text.substring(text.lastIndexOf('.') + 1));
      }
      return name + "(" + String.join(", ", parameters) + ")";
    }

    /** The status, with the reason of a refusal. */
    String explained() {
      String entry = answer.equals("refused") ? reason() : null;
      return answer + (entry == null ? "" : ": " + REASONS.getProperty(entry));
    }

    /** The entry in {@code refusals.properties} that covers this native, or null. */
    private String reason() {
      String full = owner + "." + name;
      return REASONS.stringPropertyNames().stream()
          .filter(
              e ->
                  e.endsWith("*")
                      ? full.startsWith(e.substring(0, e.length() - 1))
                      : e.equals(full))
          .max(Comparator.comparingInt(String::length))
          .orElse(null);
    }

    /** The native as one line of a list: class, name, descriptor, status. */
    public String line() {
      return String.join("\t", owner, name, descriptor, answer);
    }
  }

  /** All native methods of the cuDF and JNI classes of a plugin jar, in order. */
  public static List<Native> of(Path pluginJar) throws IOException {
    KernelMethods methods = new KernelMethods();
    List<Native> natives = new ArrayList<>();
    try (JarFile jar = new JarFile(pluginJar.toFile())) {
      for (JarEntry entry : Collections.list(jar.entries())) {
        String name = entry.getName();
        boolean ours =
            name.startsWith("ai/rapids/cudf/") || name.startsWith("com/nvidia/spark/rapids/jni/");
        if (ours && name.endsWith(".class")) {
          try (InputStream in = jar.getInputStream(entry)) {
            new ClassReader(in).accept(collector(methods, natives), ClassReader.SKIP_CODE);
          }
        }
      }
    }
    natives.sort(Comparator.comparing(Native::line));
    return natives;
  }

  private static ClassVisitor collector(KernelMethods methods, List<Native> into) {
    return new ClassRewriter(null) {
      @Override
      public MethodVisitor visitMethod(
          int access, String name, String descriptor, String signature, String[] exceptions) {
        if ((access & Opcodes.ACC_NATIVE) != 0) {
          boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
          String answer = methods.kind(owner, name, descriptor, isStatic);
          into.add(new Native(owner.replace('/', '.'), name, descriptor, answer));
        }
        return null;
      }
    };
  }

  /** The natives that the emulator implements, by class and name. */
  public static Set<String> answered() {
    return new KernelMethods().natives();
  }

  /** The refused natives without a reason, and the reasons without a native. */
  public static Set<String> unexplained(List<Native> natives) {
    Set<String> wrong = new TreeSet<>(REASONS.stringPropertyNames());
    for (Native n : natives) {
      if (n.answer().equals("refused")) {
        String entry = n.reason();
        if (entry == null) {
          wrong.add(n.owner() + "." + n.name());
        } else {
          wrong.remove(entry);
        }
      }
    }
    return wrong;
  }

  /** The version in a plugin jar's properties. */
  public static String version(Path pluginJar) throws IOException {
    try (JarFile jar = new JarFile(pluginJar.toFile())) {
      JarEntry entry = jar.getJarEntry("rapids4spark-version-info.properties");
      if (entry == null) {
        throw new IOException(
            pluginJar
                + " is not a jar of the cuDF plugin: it has no"
                + " rapids4spark-version-info.properties");
      }
      Properties properties = new Properties();
      try (InputStream in = jar.getInputStream(entry)) {
        properties.load(in);
      }
      return properties.getProperty("version");
    }
  }

  /** {@code list JAR} prints the natives of a plugin jar line by line, {@code page JAR} a page. */
  public static void main(String[] arguments) throws IOException {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    if (arguments.length == 2 && arguments[0].equals("list")) {
      of(Path.of(arguments[1])).forEach(n -> out.println(n.line()));
    } else if (arguments.length == 2 && arguments[0].equals("page")) {
      page(Path.of(arguments[1]), out);
    } else {
      System.err.println("usage: NativeList list PLUGIN_JAR | NativeList page PLUGIN_JAR");
      System.exit(2);
    }
  }

  private static void page(Path jar, PrintStream out) throws IOException {
    Map<String, Map<String, String>> byClass = new TreeMap<>();
    Map<String, Integer> counts = new HashMap<>();
    List<Native> natives = of(jar);
    for (Native n : natives) {
      counts.merge(n.answer(), 1, Integer::sum);
      byClass.computeIfAbsent(n.owner(), k -> new TreeMap<>()).put(n.readable(), n.explained());
    }
    out.print(HEAD);
    out.printf("| %s | %d", version(jar), natives.size());
    for (String answer : List.of("emulated", "bookkeeping", "refused")) {
      out.printf(" | %d", counts.getOrDefault(answer, 0));
    }
    out.println(" |");
    try (InputStream limits = NativeList.class.getResourceAsStream(LIMITS)) {
      limits.transferTo(out);
    }
    byClass.forEach(
        (owner, answers) -> {
          out.printf("%n## %s%n%n| native | |%n|---|---|%n", owner);
          answers.forEach((method, answer) -> out.printf("| `%s` | %s |%n", method, answer));
        });
  }
}
