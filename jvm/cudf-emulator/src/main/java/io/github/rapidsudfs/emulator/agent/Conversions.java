// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.agent;

import io.github.rapidsudfs.emulator.binding.OfScalar;
import io.github.rapidsudfs.emulator.natives.HandleConversions;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Converts between the parameters and result of a kernel method and those of the native that it
 * implements, with the method of {@link HandleConversions} that returns the parameter's type, or
 * the method {@code out} that takes the result's type. Other classes of the emulator are objects of
 * handles; all other types are passed unchanged.
 */
final class Conversions {
  private static final String HANDLES = "io/github/rapidsudfs/emulator/memory/Handles";
  private static final Map<Class<?>, Method> OF_COLUMNS = conversions(false);
  private static final Map<Class<?>, Method> OF_SCALARS = conversions(true);

  private static Map<Class<?>, Method> conversions(boolean ofScalars) {
    return Arrays.stream(HandleConversions.class.getDeclaredMethods())
        .filter(method -> Modifier.isPublic(method.getModifiers()))
        .filter(method -> method.isAnnotationPresent(OfScalar.class) == ofScalars)
        .filter(method -> !givesNumbers(method.getReturnType()))
        .collect(Collectors.toMap(Method::getReturnType, Function.identity()));
  }

  private static boolean givesNumbers(Class<?> type) {
    return type == long.class || type == long[].class;
  }

  private static Method of(Parameter parameter) {
    boolean scalar = parameter.isAnnotationPresent(OfScalar.class);
    return (scalar ? OF_SCALARS : OF_COLUMNS).get(parameter.getType());
  }

  /** The native's parameter types from which a method's parameter is made. */
  private static String from(Parameter parameter) {
    Method conversion = of(parameter);
    return conversion == null
        ? (isOfHandle(parameter.getType()) ? "J" : parameter.getType().descriptorString())
        : Arrays.stream(conversion.getParameters())
            .filter(part -> !isName(conversion, part))
            .map(part -> part.getType().descriptorString())
            .collect(Collectors.joining());
  }

  private static boolean isOfHandle(Class<?> type) {
    return type.getName().startsWith("io.github.rapidsudfs.emulator.") && !type.isEnum();
  }

  /** Returns whether a parameter of a conversion takes the name in {@link OfScalar}. */
  private static boolean isName(Method conversion, Parameter part) {
    return conversion.isAnnotationPresent(OfScalar.class) && part.getType() == String.class;
  }

  /** The conversion of a method's result, or null. */
  private static Method out(Method method) {
    String name = method.isAnnotationPresent(OfScalar.class) ? "outScalar" : "out";
    return Arrays.stream(HandleConversions.class.getDeclaredMethods())
        .filter(out -> out.getName().equals(name))
        .filter(out -> out.getParameterTypes()[0].isAssignableFrom(method.getReturnType()))
        .findFirst()
        .orElse(null);
  }

  /** The descriptor of the native that a method implements, given the positions of constants. */
  static String nativeDescriptor(Method method, int at, int constants) {
    Method out = out(method);
    Parameter[] parameters = method.getParameters();
    return IntStream.range(0, parameters.length)
            .filter(i -> i < at || i >= at + constants)
            .mapToObj(i -> from(parameters[i]))
            .collect(Collectors.joining("", "(", ")"))
        + (out == null && isOfHandle(method.getReturnType())
            ? "J"
            : (out == null ? method : out).getReturnType().descriptorString());
  }

  /** Calls a method from within the native that it implements, which is static. */
  static void call(MethodVisitor mv, KernelMethods.Answer answer) {
    Method method = answer.method();
    Parameter[] parameters = method.getParameters();
    for (int i = 0, slot = 0; i < parameters.length; i++) {
      int constant = i - answer.at();
      if (constant >= 0 && constant < answer.with().length) {
        constant(mv, parameters[i].getType(), answer.with()[constant]);
      } else {
        slot = load(mv, parameters[i], slot);
      }
    }
    invoke(mv, method);
    Method out = out(method);
    if (out != null) {
      invoke(mv, out);
    } else if (isOfHandle(method.getReturnType())) {
      mv.visitMethodInsn(Opcodes.INVOKESTATIC, HANDLES, "open", "(Ljava/lang/Object;)J", false);
    }
  }

  /** Loads and converts the native's arguments for a parameter; returns the next slot. */
  private static int load(MethodVisitor mv, Parameter parameter, int slot) {
    int next = slot;
    for (Type loaded : Type.getArgumentTypes("(" + from(parameter) + ")V")) {
      mv.visitVarInsn(loaded.getOpcode(Opcodes.ILOAD), next);
      next += loaded.getSize();
    }
    Method conversion = of(parameter);
    if (conversion != null) {
      if (Arrays.stream(conversion.getParameters()).anyMatch(part -> isName(conversion, part))) {
        mv.visitLdcInsn(parameter.getAnnotation(OfScalar.class).value());
      }
      invoke(mv, conversion);
    } else if (isOfHandle(parameter.getType())) {
      Type type = Type.getType(parameter.getType());
      mv.visitLdcInsn(type);
      mv.visitMethodInsn(
          Opcodes.INVOKESTATIC, HANDLES, "get", "(JLjava/lang/Class;)Ljava/lang/Object;", false);
      mv.visitTypeInsn(Opcodes.CHECKCAST, type.getInternalName());
    }
    return next;
  }

  private static void constant(MethodVisitor mv, Class<?> type, String value) {
    if (type.isEnum()) {
      String owner = Type.getInternalName(type);
      mv.visitFieldInsn(Opcodes.GETSTATIC, owner, value, type.descriptorString());
    } else if (type == boolean.class) {
      mv.visitInsn(Boolean.parseBoolean(value) ? Opcodes.ICONST_1 : Opcodes.ICONST_0);
    } else if (type == int.class || type == String.class) {
      mv.visitLdcInsn(type == int.class ? Integer.valueOf(value) : value);
    } else {
      mv.visitInsn(Opcodes.ACONST_NULL);
    }
  }

  private static void invoke(MethodVisitor mv, Method method) {
    mv.visitMethodInsn(
        Opcodes.INVOKESTATIC,
        Type.getInternalName(method.getDeclaringClass()),
        method.getName(),
        Type.getMethodDescriptor(method),
        false);
  }
}
