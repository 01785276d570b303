package io.github.rapidsudfs.emulator.agent;

import io.github.rapidsudfs.emulator.column.Column;
import io.github.rapidsudfs.emulator.column.ListVec;
import io.github.rapidsudfs.emulator.column.StringVec;
import io.github.rapidsudfs.emulator.column.StructVec;
import io.github.rapidsudfs.emulator.column.Table;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.kernels.Aggregate;
import io.github.rapidsudfs.emulator.kernels.Ast;
import io.github.rapidsudfs.emulator.kernels.JoinPairs;
import io.github.rapidsudfs.emulator.kernels.Operand;
import io.github.rapidsudfs.emulator.kernels.TableJoins;
import io.github.rapidsudfs.emulator.natives.Io;
import io.github.rapidsudfs.emulator.regex.Regex;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** How the parameters and the result of a kernel are made of those of the native it answers. */
final class Conversions {
  private static final String IO = org.objectweb.asm.Type.getInternalName(Io.class);

  /** A method of {@code Io} and the native's parameters that it takes. */
  private record Conversion(String method, String from) {}

  private static final Map<Class<?>, Conversion> COLUMNS =
      Map.ofEntries(
          Map.entry(Column.class, new Conversion("column", "J")),
          Map.entry(Vec.class, new Conversion("vec", "J")),
          Map.entry(Vec[].class, new Conversion("vecs", "[J")),
          Map.entry(StringVec.class, new Conversion("strings", "J")),
          Map.entry(ListVec.class, new Conversion("lists", "J")),
          Map.entry(StructVec.class, new Conversion("struct", "J")),
          Map.entry(Operand.class, new Conversion("operand", "J")),
          Map.entry(Table.class, new Conversion("table", "J")),
          Map.entry(Table[].class, new Conversion("tables", "[J")),
          Map.entry(TableJoins.class, new Conversion("joins", "J")),
          Map.entry(JoinPairs.class, new Conversion("pairs", "JJJJ")),
          Map.entry(Ast.class, new Conversion("expression", "J")),
          Map.entry(Aggregate.Kind.class, new Conversion("aggregation", "J")),
          Map.entry(Type.class, new Conversion("type", "II")),
          Map.entry(Type[].class, new Conversion("types", "[I[I")),
          Map.entry(Regex.class, new Conversion("regex", "Ljava/lang/String;II")));
  private static final Map<Class<?>, Conversion> SCALARS =
      Map.of(
          Vec.class, new Conversion("scalarVec", "J"),
          Vec[].class, new Conversion("scalarVecs", "[J"),
          StringVec.class, new Conversion("stringScalar", "J"),
          byte[].class, new Conversion("text", "J"));

  /** What a handle is opened for as it is. */
  private static final Set<Class<?>> OPENED = Set.of(Ast.class, TableJoins.class);

  private Conversions() {}

  private static Conversion of(Parameter parameter) {
    boolean scalar = parameter.isAnnotationPresent(OfScalar.class);
    return (scalar ? SCALARS : COLUMNS).get(parameter.getType());
  }

  private static String from(Parameter parameter) {
    Conversion conversion = of(parameter);
    return conversion == null ? parameter.getType().descriptorString() : conversion.from;
  }

  /** The descriptor of the native that a method answers with so many constants. */
  static String nativeDescriptor(Method method, int constants) {
    return Arrays.stream(method.getParameters())
            .limit(method.getParameterCount() - constants)
            .map(Conversions::from)
            .collect(Collectors.joining("", "(", ")"))
        + nativeResult(method.getReturnType());
  }

  private static String nativeResult(Class<?> type) {
    boolean several = type == JoinPairs.class || Vec[].class.isAssignableFrom(type);
    boolean one = OPENED.contains(type) || Vec.class.isAssignableFrom(type);
    return several ? "[J" : one ? "J" : type.descriptorString();
  }

  /** Calls a method from within the native that it answers, which is static. */
  static void call(MethodVisitor mv, KernelMethods.Answer answer) {
    Method method = answer.method();
    Parameter[] parameters = method.getParameters();
    int own = parameters.length - answer.with().length;
    int slot = 0;
    for (int i = 0; i < own; i++) {
      slot = load(mv, parameters[i], slot);
    }
    for (int i = own; i < parameters.length; i++) {
      constant(mv, parameters[i].getType(), answer.with()[i - own]);
    }
    mv.visitMethodInsn(
        Opcodes.INVOKESTATIC,
        org.objectweb.asm.Type.getInternalName(method.getDeclaringClass()),
        method.getName(),
        org.objectweb.asm.Type.getMethodDescriptor(method),
        false);
    Class<?> result = method.getReturnType();
    String handle = nativeResult(result);
    if (!handle.equals(result.descriptorString())) {
      Class<?> given =
          Stream.of(Vec.class, Vec[].class, JoinPairs.class, Object.class)
              .filter(type -> type.isAssignableFrom(result))
              .findFirst()
              .get();
      String out =
          given == Object.class
              ? "open"
              : method.isAnnotationPresent(OfScalar.class) ? "outScalar" : "out";
      invoke(mv, out, "(" + given.descriptorString() + ")" + handle);
    }
  }

  /** Loads what a parameter is made of, from a slot on, makes it, and returns the next slot. */
  private static int load(MethodVisitor mv, Parameter parameter, int slot) {
    String from = from(parameter);
    int next = slot;
    for (var loaded : org.objectweb.asm.Type.getArgumentTypes("(" + from + ")V")) {
      mv.visitVarInsn(loaded.getOpcode(Opcodes.ILOAD), next);
      next += loaded.getSize();
    }
    Conversion conversion = of(parameter);
    if (conversion != null) {
      boolean named = conversion.method.equals("text");
      if (named) {
        mv.visitLdcInsn(parameter.getAnnotation(OfScalar.class).value());
      }
      String type = parameter.getType().descriptorString();
      invoke(mv, conversion.method, "(" + from + (named ? "Ljava/lang/String;)" : ")") + type);
    }
    return next;
  }

  private static void constant(MethodVisitor mv, Class<?> type, String value) {
    if (type.isEnum()) {
      String owner = org.objectweb.asm.Type.getInternalName(type);
      mv.visitFieldInsn(Opcodes.GETSTATIC, owner, value, type.descriptorString());
    } else if (type == boolean.class) {
      mv.visitInsn(Boolean.parseBoolean(value) ? Opcodes.ICONST_1 : Opcodes.ICONST_0);
    } else if (type == int.class || type == String.class) {
      mv.visitLdcInsn(type == int.class ? Integer.valueOf(value) : value);
    } else {
      mv.visitInsn(Opcodes.ACONST_NULL);
    }
  }

  private static void invoke(MethodVisitor mv, String method, String descriptor) {
    mv.visitMethodInsn(Opcodes.INVOKESTATIC, IO, method, descriptor, false);
  }
}
