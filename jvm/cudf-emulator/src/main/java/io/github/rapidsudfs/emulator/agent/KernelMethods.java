// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.agent;

import io.github.rapidsudfs.emulator.binding.Native;
import io.github.rapidsudfs.emulator.binding.Natives;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.objectweb.asm.Type;

/** Maps natives to the kernel methods or bookkeeping rules that implement them. */
public final class KernelMethods {
  /** The index of the classes that use {@link Natives} or {@link Native}, written by the build. */
  private static final String INDEX = "/io/github/rapidsudfs/emulator/natives.index";

  /**
   * A native implemented by a method.
   *
   * @param with arguments that the native lacks, see {@link Native#with}
   * @param at the index of the first of these
   * @param descriptor the native's descriptor after {@link #erase}
   * @param kernel whether calls are counted and may be made to fail
   */
  record Answer(Method method, String[] with, int at, String descriptor, boolean kernel) {}

  private final Map<String, Map<String, Answer>> byClass = new HashMap<>();

  private final BookkeepingRules rules = new BookkeepingRules();

  /** Reads the annotations of the classes in the index. */
  public KernelMethods() {
    try (InputStream index = KernelMethods.class.getResourceAsStream(INDEX)) {
      for (String name : new String(index.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
        add(Class.forName(name));
      }
    } catch (IOException | ClassNotFoundException e) {
      throw new IllegalStateException("the index of natives cannot be read: " + e, e);
    }
  }

  private void add(Class<?> type) {
    Natives natives = type.getAnnotation(Natives.class);
    for (Method method : type.getDeclaredMethods()) {
      Native[] kernelOf = method.getAnnotationsByType(Native.class);
      for (Native one : kernelOf) {
        for (String name : one.value()) {
          String full = name.contains(".") ? name : natives.value() + "." + name;
          add(full, method, one.with(), one.at(), one.kernel());
        }
      }
      int access = method.getModifiers();
      if (natives != null
          && kernelOf.length == 0
          && Modifier.isPublic(access)
          && Modifier.isStatic(access)) {
        add(natives.value() + "." + method.getName(), method, "", -1, !natives.bookkeeping());
      }
    }
  }

  private void add(String answered, Method method, String constants, int place, boolean kernel) {
    String[] with = constants.isEmpty() ? new String[0] : constants.split(" ");
    int dot = answered.lastIndexOf('.');
    int at = place < 0 ? method.getParameterCount() - with.length : place;
    String descriptor = Conversions.nativeDescriptor(method, at, with.length);
    Answer other =
        byClass
            .computeIfAbsent(answered.substring(0, dot).replace('.', '/'), k -> new TreeMap<>())
            .put(
                answered.substring(dot + 1) + arguments(descriptor),
                new Answer(method, with, at, descriptor, kernel));
    if (other != null) {
      throw new IllegalStateException(
          "%s is implemented by both %s and %s".formatted(answered, other.method, method));
    }
  }

  /** The natives that need no code. */
  BookkeepingRules rules() {
    return rules;
  }

  /** "emulated", "bookkeeping" or "refused". */
  String kind(String internalClass, String name, String descriptor, boolean isStatic) {
    Answer answer = find(internalClass, name, descriptor, isStatic);
    if (answer == null) {
      return rules.find(internalClass, name) == null ? "refused" : "bookkeeping";
    }
    return answer.kernel() ? "emulated" : "bookkeeping";
  }

  /** The implementation of a native, or null; {@code …WithCount} has one more argument. */
  Answer find(String internalClass, String name, String descriptor, boolean isStatic) {
    Map<String, Answer> answers = byClass.getOrDefault(internalClass, Map.of());
    String erased = erase(descriptor);
    String arguments =
        isStatic ? arguments(erased) : "(Ljava/lang/Object;" + arguments(erased).substring(1);
    Answer answer = answers.get((name + arguments).replaceFirst("WithCount(.*)J\\)$", "$1)"));
    return answer != null && returns(answer.descriptor()).equals(returns(erased)) ? answer : null;
  }

  /** All implemented natives, each {@code package.Class.name}. */
  Set<String> natives() {
    Set<String> natives = new TreeSet<>(rules.natives());
    byClass.forEach(
        (owner, answers) ->
            answers
                .keySet()
                .forEach(
                    key ->
                        natives.add(
                            owner.replace('/', '.') + "." + key.substring(0, key.indexOf('(')))));
    return natives;
  }

  private static String arguments(String descriptor) {
    return descriptor.substring(0, descriptor.indexOf(')') + 1);
  }

  private static String returns(String descriptor) {
    return descriptor.substring(descriptor.indexOf(')') + 1);
  }

  /** The descriptor with every reference type outside {@code java.*} replaced by {@code Object}. */
  static String erase(String descriptor) {
    StringBuilder erased = new StringBuilder("(");
    for (Type argument : Type.getArgumentTypes(descriptor)) {
      erased.append(eraseType(argument));
    }
    return erased.append(')').append(eraseType(Type.getReturnType(descriptor))).toString();
  }

  private static String eraseType(Type type) {
    Type element = type.getSort() == Type.ARRAY ? type.getElementType() : type;
    boolean foreign =
        element.getSort() == Type.OBJECT && !element.getInternalName().startsWith("java/");
    return foreign ? "Ljava/lang/Object;" : type.getDescriptor();
  }
}
