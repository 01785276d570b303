// SPDX-License-Identifier: Apache-2.0

import static org.objectweb.asm.Opcodes.*;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.*;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.*;

/**
 * Resolves the references of classes on class paths, as the JVM does (JVMS 5.4.3), and looks for
 * abstract methods that the classes do not implement and final methods that they override.
 *
 * <p>{@code java -cp ASM References.java FILE}. Every line of the file is a check, with fields
 * separated by tabs: its name; {@code +JAR}, a jar to check; {@code JAR} or {@code JAR!FOLDER/}, the
 * rest of the class path. The output has a line per check, with its name and the number of its
 * references, and a line per missing reference, with the check's name, the reference, the reason and
 * the place. Java's own classes are those of the JVM that runs this program.
 */
final class References {
  /** A class, or a member of one by its name and descriptor, and the place that refers to it. */
  record Use(String owner, String member, Boolean isStatic, Boolean ofInterface, Place place) {
    String reference() {
      return member.isEmpty() ? owner : owner + "." + member;
    }
  }

  record Place(String user, String text) {}

  /** The declarations of a class file: members by name and descriptor, with their access flags. */
  record Declared(String name, int access, List<String> parents, Map<String, Integer> members) {
    static Declared of(ClassNode node) {
      List<String> parents = new ArrayList<>(node.interfaces);
      // The superclass comes first: members are looked for in classes before interfaces.
      if (node.superName != null) parents.add(0, node.superName);
      Map<String, Integer> members = new LinkedHashMap<>();
      node.fields.forEach(f -> members.put(f.name + ":" + f.desc, f.access));
      node.methods.forEach(m -> members.put(m.name + m.desc, m.access));
      return new Declared(node.name, node.access, parents, members);
    }

    String packageName() {
      return name.substring(0, name.lastIndexOf('/') + 1);
    }
  }

  /** A jar, or Java's own classes; read once for all checks. */
  private static final class Classes {
    private static final Map<String, Classes> OPEN = new HashMap<>();
    private final ZipFile jar;
    private final Map<String, Optional<Declared>> known = new HashMap<>();
    private Set<Use> uses;

    private Classes(String file) throws IOException {
      jar = file.isEmpty() ? null : new ZipFile(file);
    }

    static Classes of(String file) throws IOException {
      if (!OPEN.containsKey(file)) OPEN.put(file, new Classes(file));
      return OPEN.get(file);
    }

    Optional<Declared> find(String entry) throws IOException {
      if (!known.containsKey(entry)) {
        ClassNode node = read(entry, ClassReader.SKIP_CODE);
        known.put(entry, Optional.ofNullable(node).map(Declared::of));
      }
      return known.get(entry);
    }

    private ClassNode read(String entry, int options) throws IOException {
      ZipEntry found = jar == null ? null : jar.getEntry(entry);
      if (jar != null && found == null) return null;
      ClassLoader java = ClassLoader.getPlatformClassLoader();
      try (InputStream file =
          jar == null ? java.getResourceAsStream(entry) : jar.getInputStream(found)) {
        if (file == null) return null;
        ClassNode node = new ClassNode();
        new ClassReader(file).accept(node, options);
        return node;
      }
    }

    Set<Use> uses() throws IOException {
      if (uses == null) {
        uses = new LinkedHashSet<>();
        for (ZipEntry entry : jar.stream().toList()) {
          if (entry.getName().endsWith(".class")) {
            new Gathering(read(entry.getName(), ClassReader.SKIP_FRAMES), uses).all();
          }
        }
      }
      return uses;
    }
  }

  /** Gathers the references of one class. */
  private static final class Gathering {
    private final ClassNode node;
    private final Set<Use> uses;
    private Place place;

    Gathering(ClassNode node, Set<Use> uses) {
      this.node = node;
      this.uses = uses;
      place = new Place(node.name, node.name);
    }

    void all() {
      types(Type.getObjectType(node.name));
      if (node.superName != null) types(Type.getObjectType(node.superName));
      node.interfaces.forEach(name -> types(Type.getObjectType(name)));
      node.fields.forEach(field -> types(Type.getType(field.desc)));
      for (MethodNode method : node.methods) {
        at(method, 0);
        types(Type.getMethodType(method.desc));
        method.tryCatchBlocks.stream()
            .filter(block -> block.type != null)
            .forEach(block -> types(Type.getObjectType(block.type)));
        method.instructions.forEach(code -> instruction(method, code));
      }
    }

    private void at(MethodNode method, int line) {
      String text = node.name + "." + method.name;
      place = new Place(node.name, text + " (" + node.sourceFile + ":" + line + ")");
    }

    private void instruction(MethodNode method, AbstractInsnNode code) {
      if (code instanceof LineNumberNode next) at(method, next.line);
      else if (code instanceof MethodInsnNode m) {
        member(m.owner, m.name + m.desc, m.getOpcode() == INVOKESTATIC, m.itf);
      } else if (code instanceof FieldInsnNode f) {
        boolean isStatic = f.getOpcode() == GETSTATIC || f.getOpcode() == PUTSTATIC;
        member(f.owner, f.name + ":" + f.desc, isStatic, null);
      } else if (code instanceof TypeInsnNode t) types(Type.getObjectType(t.desc));
      else if (code instanceof MultiANewArrayInsnNode m) types(Type.getType(m.desc));
      else if (code instanceof LdcInsnNode constant) constant(constant.cst);
      else if (code instanceof InvokeDynamicInsnNode dynamic) {
        types(Type.getMethodType(dynamic.desc));
        constant(dynamic.bsm);
        for (Object argument : dynamic.bsmArgs) constant(argument);
      }
    }

    private void constant(Object value) {
      if (value instanceof Type type) types(type);
      else if (value instanceof Handle to) {
        boolean ofField = to.getTag() <= H_PUTSTATIC;
        boolean isStatic = Set.of(H_GETSTATIC, H_PUTSTATIC, H_INVOKESTATIC).contains(to.getTag());
        String member = to.getName() + (ofField ? ":" : "") + to.getDesc();
        member(to.getOwner(), member, isStatic, ofField ? null : to.isInterface());
      }
    }

    private void member(String owner, String member, boolean isStatic, Boolean ofInterface) {
      // Arrays have the methods of Object.
      if (owner.startsWith("[")) types(Type.getObjectType(owner));
      else uses.add(new Use(owner, member, isStatic, ofInterface, place));
    }

    /** Adds the classes that types consist of. */
    private void types(Type... types) {
      for (Type type : types) {
        switch (type.getSort()) {
          case Type.ARRAY -> types(type.getElementType());
          case Type.OBJECT -> uses.add(new Use(type.getInternalName(), "", null, null, place));
          case Type.METHOD -> {
            types(type.getArgumentTypes());
            types(type.getReturnType());
          }
          default -> {}
        }
      }
    }
  }

  /** A class with its superclasses and interfaces, in the order of lookup, and those not found. */
  record Ancestors(Set<Declared> all, Set<String> lost) {}

  private final List<Classes> path = new ArrayList<>();
  private final List<String> folders = new ArrayList<>();
  private final Map<String, Optional<Declared>> found = new HashMap<>();
  private final Map<String, Ancestors> ancestors = new HashMap<>();

  public static void main(String[] arguments) throws IOException {
    for (String line : Files.readAllLines(Path.of(arguments[0]))) {
      References check = new References();
      Set<Use> uses = new LinkedHashSet<>();
      List<String> words = List.of(line.split("\t"));
      for (String word : words.subList(1, words.size())) {
        String[] parts = word.replaceFirst("^\\+", "").split("!");
        check.path.add(Classes.of(parts[0]));
        check.folders.add(parts.length > 1 ? parts[1] : "");
        if (word.startsWith("+")) uses.addAll(Classes.of(parts[0]).uses());
      }
      check.path.add(Classes.of(""));
      check.folders.add("");
      for (Use use : uses) {
        for (String why : check.faults(use)) {
          System.out.println(String.join("\t", words.get(0), use.reference(), why, use.place.text));
        }
      }
      long references = uses.stream().map(Use::reference).distinct().count();
      System.out.println(words.get(0) + "\t" + references);
    }
  }

  private Optional<Declared> find(String name) throws IOException {
    if (!found.containsKey(name)) {
      found.put(name, Optional.empty());
      for (int i = 0; i < path.size() && found.get(name).isEmpty(); i++) {
        found.put(name, path.get(i).find(folders.get(i) + name + ".class"));
      }
    }
    return found.get(name);
  }

  private Ancestors ancestors(Declared of) throws IOException {
    if (!ancestors.containsKey(of.name)) {
      Ancestors made = new Ancestors(new LinkedHashSet<>(Set.of(of)), new TreeSet<>());
      for (String parent : of.parents) {
        Optional<Declared> declared = find(parent);
        if (declared.isEmpty()) made.lost.add(parent);
        else {
          made.all.addAll(ancestors(declared.get()).all);
          made.lost.addAll(ancestors(declared.get()).lost);
        }
      }
      ancestors.put(of.name, made);
    }
    return ancestors.get(of.name);
  }

  /** Returns the faults of a reference: as a rule, none. */
  private List<String> faults(Use use) throws IOException {
    Optional<Declared> owner = find(use.owner);
    if (owner.isEmpty()) return List.of("no such class");
    if (use.member.isEmpty()) {
      return use.owner.equals(use.place.text) ? inherited(owner.get()) : List.of();
    }
    // The caller chooses the descriptor of these calls.
    if (use.owner.matches("java/lang/invoke/(Method|Var)Handle")) return List.of();
    if (use.ofInterface != null && use.ofInterface != is(owner.get().access, ACC_INTERFACE)) {
      return List.of(use.ofInterface ? "it is no interface" : "it is an interface");
    }
    for (Declared in : ancestors(owner.get()).all) {
      Integer access = in.members.get(use.member);
      boolean inheritable = in == owner.get() || !is(in.access, ACC_INTERFACE);
      // An interface's private and static methods are not inherited.
      if (access == null
          || !inheritable && !use.member.contains(":") && is(access, ACC_STATIC | ACC_PRIVATE)) {
        continue;
      }
      if (is(access, ACC_STATIC) != use.isStatic) {
        return List.of(use.isStatic ? "it is not static" : "it is static");
      }
      return accessible(use, in, access) ? List.of() : List.of("it is not accessible");
    }
    Set<String> lost = ancestors(owner.get()).lost;
    return List.of("no such member" + (lost.isEmpty() ? "" : ", and no class " + lost));
  }

  private boolean accessible(Use use, Declared in, int access) throws IOException {
    Declared user = find(use.place.user).get();
    if (is(access, ACC_PUBLIC)) return true;
    // Nested classes share private members, since Java 11.
    if (is(access, ACC_PRIVATE)) return outermost(user.name).equals(outermost(in.name));
    return user.packageName().equals(in.packageName())
        || is(access, ACC_PROTECTED) && ancestors(user).all.contains(in);
  }

  private static String outermost(String name) {
    return name.replaceFirst("\\$.*", "");
  }

  /** Returns the abstract methods that a class does not implement, and final ones it overrides. */
  private List<String> inherited(Declared of) throws IOException {
    List<String> faults = new ArrayList<>();
    Collection<Declared> all = ancestors(of).all;
    for (Declared in : all) {
      for (var member : in.members.entrySet()) {
        String method = member.getKey();
        Integer own = of.members.get(method);
        if (method.contains(":")) continue;
        if (in != of && own != null && is(member.getValue(), ACC_FINAL) && !is(own, ACC_STATIC)
            && !is(member.getValue(), ACC_PRIVATE | ACC_STATIC)) {
          faults.add("it overrides the final " + in.name + "." + method);
        }
        if (is(member.getValue(), ACC_ABSTRACT) && !is(of.access, ACC_ABSTRACT)
            && all.stream().noneMatch(c -> implementation(c.members.get(method)))) {
          faults.add("it does not implement " + in.name + "." + method);
        }
      }
    }
    return faults;
  }

  private static boolean implementation(Integer access) {
    return access != null && !is(access, ACC_ABSTRACT | ACC_STATIC | ACC_PRIVATE);
  }

  private static boolean is(int access, int flags) {
    return (access & flags) != 0;
  }
}
