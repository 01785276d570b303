package io.github.rapidsudfs.emulator.agent;

import io.github.rapidsudfs.emulator.column.ListVec;
import io.github.rapidsudfs.emulator.column.StringVec;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.regex.Regex;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.Map;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** How the parameters and the result of a kernel are made of those of the native it answers. */
final class Conversions {
  private static final String IO = "io/github/rapidsudfs/emulator/natives/Io";

  /** A method of {@code Io} and the native's parameters that it takes. */
  private record Conversion(String method, String from) {}

  private static final Map<Class<?>, Conversion> COLUMNS =
      Map.of(
          Vec.class, new Conversion("vec", "J"),
          Vec[].class, new Conversion("vecs", "[J"),
          StringVec.class, new Conversion("strings", "J"),
          ListVec.class, new Conversion("lists", "J"),
          Type.class, new Conversion("type", "II"),
          Regex.class, new Conversion("regex", "Ljava/lang/String;II"));
  private static final Map<Class<?>, Conversion> SCALARS =
      Map.of(
          Vec.class, new Conversion("scalarVec", "J"),
          StringVec.class, new Conversion("stringScalar", "J"),
          byte[].class, new Conversion("text", "J"));

  private Conversions() {}

  private static Conversion of(Parameter parameter) {
    boolean scalar = parameter.isAnnotationPresent(OfScalar.class);
    return (scalar ? SCALARS : COLUMNS).get(parameter.getType());
  }

  /** The descriptor of the native that a kernel answers. */
  static String nativeDescriptor(Method kernel) {
    StringBuilder descriptor = new StringBuilder("(");
    for (Parameter parameter : kernel.getParameters()) {
      Conversion conversion = of(parameter);
      descriptor.append(
          conversion == null ? parameter.getType().descriptorString() : conversion.from);
    }
    return descriptor.append(')').append(nativeResult(kernel.getReturnType())).toString();
  }

  private static String nativeResult(Class<?> type) {
    return Vec.class.isAssignableFrom(type)
        ? "J"
        : Vec[].class.isAssignableFrom(type) ? "[J" : type.descriptorString();
  }

  /** Calls a kernel from within the native that it answers, which is static. */
  static void call(MethodVisitor mv, Method kernel) {
    int slot = 0;
    for (Parameter parameter : kernel.getParameters()) {
      Conversion conversion = of(parameter);
      String type = parameter.getType().descriptorString();
      String from = conversion == null ? type : conversion.from;
      for (var loaded : org.objectweb.asm.Type.getArgumentTypes("(" + from + ")V")) {
        mv.visitVarInsn(loaded.getOpcode(Opcodes.ILOAD), slot);
        slot += loaded.getSize();
      }
      if (conversion != null) {
        boolean named = conversion.method.equals("text");
        if (named) {
          mv.visitLdcInsn(parameter.getAnnotation(OfScalar.class).value());
        }
        invoke(mv, conversion.method, "(" + from + (named ? "Ljava/lang/String;)" : ")") + type);
      }
    }
    mv.visitMethodInsn(
        Opcodes.INVOKESTATIC,
        org.objectweb.asm.Type.getInternalName(kernel.getDeclaringClass()),
        kernel.getName(),
        org.objectweb.asm.Type.getMethodDescriptor(kernel),
        false);
    Class<?> result = kernel.getReturnType();
    String given = nativeResult(result);
    if (!given.equals(result.descriptorString())) {
      Class<?> vec = result.isArray() ? Vec[].class : Vec.class;
      invoke(mv, "out", "(" + vec.descriptorString() + ")" + given);
    }
  }

  private static void invoke(MethodVisitor mv, String method, String descriptor) {
    mv.visitMethodInsn(Opcodes.INVOKESTATIC, IO, method, descriptor, false);
  }
}
