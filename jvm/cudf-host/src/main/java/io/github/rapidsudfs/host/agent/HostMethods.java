package io.github.rapidsudfs.host.agent;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.objectweb.asm.Type;

/** The register: which host method answers which native. It is read from the classes in {@link HostClasses}. */
public final class HostMethods {
  /** One answered native. */
  public record Answer(String owner, String name, String descriptor, boolean kernel) {}

  private final Map<String, Map<String, Answer>> byClass = new HashMap<>();

  /** Reads the annotations of all host classes. */
  public HostMethods() {
    for (Class<?> host : HostClasses.ALL) {
      Natives natives = host.getAnnotation(Natives.class);
      Map<String, Answer> answers = byClass.computeIfAbsent(natives.value().replace('.', '/'), k -> new TreeMap<>());
      for (Method method : host.getDeclaredMethods()) {
        if (!Modifier.isPublic(method.getModifiers()) || !Modifier.isStatic(method.getModifiers())) {
          continue;
        }
        String descriptor = Type.getMethodDescriptor(method);
        boolean kernel = !natives.bookkeeping() && !method.isAnnotationPresent(Bookkeeping.class);
        Answer answer = new Answer(Type.getInternalName(host), method.getName(), descriptor, kernel);
        Answer other = answers.put(method.getName() + arguments(descriptor), answer);
        if (other != null) {
          throw new IllegalStateException(natives.value() + "." + method.getName() + descriptor + " is answered by both "
              + other.owner() + " and " + answer.owner());
        }
      }
    }
  }

  /** The answer to a native method, or null where there is none. */
  public Answer find(String internalClass, String name, String descriptor, boolean isStatic) {
    Map<String, Answer> answers = byClass.get(internalClass);
    String erased = erase(descriptor);
    String arguments = isStatic ? arguments(erased) : "(Ljava/lang/Object;" + arguments(erased).substring(1);
    Answer answer = answers == null ? null : answers.get(name + arguments);
    return answer != null && returns(answer.descriptor()).equals(returns(erased)) ? answer : null;
  }

  /** All answers, by internal class name and then by name and parameters. */
  public Map<String, Map<String, Answer>> all() {
    return byClass;
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
    boolean foreign = element.getSort() == Type.OBJECT && !element.getInternalName().startsWith("java/");
    return foreign ? "Ljava/lang/Object;" : type.getDescriptor();
  }
}
