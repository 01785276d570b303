package io.github.rapidsudfs.host.agent;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** The native methods of a plugin jar, and how the back-end answers each: emulated, bookkeeping or refused. */
public final class NativeList {
  /** One native method and its answer. */
  public record Native(String owner, String name, String descriptor, String answer) implements Comparable<Native> {
    String key() {
      return owner + "\t" + name + "\t" + descriptor;
    }

    /** The method with its parameters, as Java writes them. */
    String readable() {
      List<String> parameters = new ArrayList<>();
      for (org.objectweb.asm.Type type : org.objectweb.asm.Type.getArgumentTypes(descriptor)) {
        String text = type.getClassName();
        parameters.add(text.substring(text.lastIndexOf('.') + 1));
      }
      return name + "(" + String.join(", ", parameters) + ")";
    }

    @Override
    public int compareTo(Native other) {
      return key().compareTo(other.key());
    }

    /** The native as one line of a list: class, name, descriptor, answer. */
    public String line() {
      return key() + "\t" + answer;
    }
  }

  private NativeList() {}

  /** All native methods of the cuDF and JNI classes of a plugin jar, in order. */
  public static List<Native> of(Path pluginJar) throws IOException {
    HostMethods methods = new HostMethods();
    List<Native> natives = new ArrayList<>();
    try (JarFile jar = new JarFile(pluginJar.toFile())) {
      for (JarEntry entry : Collections.list(jar.entries())) {
        String name = entry.getName();
        boolean ours = name.startsWith("ai/rapids/cudf/") || name.startsWith("com/nvidia/spark/rapids/jni/");
        if (ours && name.endsWith(".class")) {
          try (InputStream in = jar.getInputStream(entry)) {
            new ClassReader(in).accept(collector(methods, natives), ClassReader.SKIP_CODE);
          }
        }
      }
    }
    Collections.sort(natives);
    return natives;
  }

  private static ClassVisitor collector(HostMethods methods, List<Native> into) {
    return new ClassVisitor(Opcodes.ASM9) {
      private String owner;

      @Override
      public void visit(int version, int access, String name, String signature, String superName, String[] interfaces) {
        owner = name;
      }

      @Override
      public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] exceptions) {
        if ((access & Opcodes.ACC_NATIVE) != 0) {
          boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
          HostMethods.Answer answer = methods.find(owner, name, descriptor, isStatic);
          String kind = answer == null ? "refused" : answer.kernel() ? "emulated" : "bookkeeping";
          into.add(new Native(owner.replace('/', '.'), name, descriptor, kind));
        }
        return null;
      }
    };
  }

  /** Host methods that no native of the given jars calls: misspelled, or with parameters that no version has. */
  public static List<String> unused(List<Path> pluginJars) throws IOException {
    TreeSet<String> used = new TreeSet<>();
    for (Path jar : pluginJars) {
      for (Native n : of(jar)) {
        used.add(n.owner().replace('.', '/') + "." + n.name());
      }
    }
    List<String> unused = new ArrayList<>();
    new HostMethods().all().forEach((owner, answers) -> answers.values().forEach(answer -> {
      if (!used.contains(owner + "." + answer.name())) {
        unused.add(owner + "." + answer.name() + answer.descriptor());
      }
    }));
    return unused;
  }

  /** The version that a plugin jar says it has. */
  public static String version(Path pluginJar) throws IOException {
    try (JarFile jar = new JarFile(pluginJar.toFile())) {
      JarEntry entry = jar.getJarEntry("rapids4spark-version-info.properties");
      if (entry == null) {
        throw new IOException(pluginJar + " is not a jar of the RAPIDS Accelerator: it has no rapids4spark-version-info.properties");
      }
      Properties properties = new Properties();
      try (InputStream in = jar.getInputStream(entry)) {
        properties.load(in);
      }
      return properties.getProperty("version");
    }
  }

  /** {@code list JAR} prints the natives of a plugin jar line by line; {@code page JAR...} prints a Markdown page. */
  public static void main(String[] arguments) throws IOException {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    if (arguments.length == 2 && arguments[0].equals("list")) {
      of(Path.of(arguments[1])).forEach(n -> out.println(n.line()));
    } else if (arguments.length >= 2 && arguments[0].equals("page")) {
      List<Path> jars = new ArrayList<>();
      for (int i = 1; i < arguments.length; i++) {
        jars.add(Path.of(arguments[i]));
      }
      page(jars, out);
    } else {
      System.err.println("usage: NativeList list PLUGIN_JAR | NativeList page PLUGIN_JAR...");
      System.exit(2);
    }
  }

  private static void page(List<Path> jars, PrintStream out) throws IOException {
    Map<String, Map<String, Map<String, String>>> byClass = new TreeMap<>();
    List<String> versions = new ArrayList<>();
    out.println("<!-- Generated from the jars by `make generate`: do not edit. -->");
    out.println();
    out.println("# What the host back-end emulates");
    out.println();
    out.println("Generated from the native methods of the plugin's jars. *Emulated* natives compute as libcudf does, or refuse an");
    out.println("input by name; *bookkeeping* ones keep handles, memory and settings; *refused* ones raise an error that names them.");
    out.println();
    out.println("| plugin | natives | emulated | bookkeeping | refused |");
    out.println("|---|---|---|---|---|");
    for (Path jar : jars) {
      String version = version(jar);
      versions.add(version);
      Map<String, Integer> counts = new TreeMap<>();
      for (Native n : of(jar)) {
        counts.merge(n.answer(), 1, Integer::sum);
        byClass.computeIfAbsent(n.owner(), k -> new TreeMap<>()).computeIfAbsent(n.readable(), k -> new TreeMap<>()).put(version, n.answer());
      }
      int total = counts.values().stream().mapToInt(i -> i).sum();
      out.printf("| %s | %d | %d | %d | %d |%n", version, total, counts.getOrDefault("emulated", 0), counts.getOrDefault("bookkeeping", 0), counts.getOrDefault("refused", 0));
    }
    byClass.forEach((owner, natives) -> {
      out.printf("%n## %s%n%n| native | %s |%n|---|%s%n", owner, String.join(" | ", versions), "---|".repeat(versions.size()));
      natives.forEach((method, answers) -> {
        List<String> cells = new ArrayList<>();
        versions.forEach(version -> cells.add(answers.getOrDefault(version, "–")));
        out.printf("| `%s` | %s |%n", method, String.join(" | ", cells));
      });
    });
  }
}
