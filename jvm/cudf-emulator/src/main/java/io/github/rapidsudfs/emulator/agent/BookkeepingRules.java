// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.agent;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import java.util.Set;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** The natives that need no code, read from {@code bookkeeping.properties}. */
final class BookkeepingRules {
  private static final String RESOURCE = "/io/github/rapidsudfs/emulator/bookkeeping.properties";
  private static final String EMULATOR = "io/github/rapidsudfs/emulator/";
  private static final String OPAQUE = EMULATOR + "natives/Opaque";
  private static final String CONVERSIONS = EMULATOR + "natives/HandleConversions";

  private final Properties rules = read(RESOURCE);

  static Properties read(String resource) {
    Properties rules = new Properties();
    try (InputStream in = BookkeepingRules.class.getResourceAsStream(resource)) {
      rules.load(in);
      return rules;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The rule of a native, the same for all its overloads, or null. */
  String find(String internalClass, String name) {
    return rules.getProperty(internalClass.replace('/', '.') + "." + name);
  }

  /** The natives that have a rule, by class and name. */
  Set<String> natives() {
    return rules.stringPropertyNames();
  }

  /** Generates the body of a native. */
  static void emit(MethodVisitor mv, String rule, String descriptor, boolean isStatic) {
    Type result = Type.getReturnType(descriptor);
    String[] words = rule.split(" ");
    switch (words[0]) {
      case "nothing" -> {}
      case "open" -> {
        mv.visitLdcInsn(words[1]);
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, OPAQUE, "open", "(Ljava/lang/String;)J", false);
      }
      case "close" -> {
        mv.visitVarInsn(Opcodes.LLOAD, isStatic ? 0 : 1);
        boolean opaque = !words[1].contains("/");
        mv.visitLdcInsn(opaque ? words[1] : Type.getObjectType(EMULATOR + words[1]));
        String of = opaque ? "(JLjava/lang/String;)V" : "(JLjava/lang/Class;)V";
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, OPAQUE, "close", of, false);
      }
      case "scalar" -> scalar(mv, words, Type.getArgumentTypes(descriptor));
      case "bits" -> {
        mv.visitVarInsn(Opcodes.LLOAD, 0);
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, CONVERSIONS, "bits", "(J)J", false);
        fromBits(mv, result);
      }
      default -> mv.visitLdcInsn(constant(rule, result));
    }
    mv.visitInsn(result.getOpcode(Opcodes.IRETURN));
  }

  /** Makes a scalar of the type named by the rule, or else by the first argument. */
  private static void scalar(MethodVisitor mv, String[] words, Type[] arguments) {
    boolean named = words.length > 1;
    int value = named ? 0 : 1;
    int next = value + arguments[value].getSize();
    if (named) {
      mv.visitLdcInsn(io.github.rapidsudfs.emulator.column.Type.id(words[1]));
    } else {
      mv.visitVarInsn(Opcodes.ILOAD, 0);
    }
    if (named && arguments.length == 3) {
      mv.visitVarInsn(Opcodes.ILOAD, next++); // a decimal's scale
    } else {
      mv.visitInsn(Opcodes.ICONST_0);
    }
    mv.visitVarInsn(arguments[value].getOpcode(Opcodes.ILOAD), value);
    toBits(mv, arguments[value]);
    mv.visitVarInsn(Opcodes.ILOAD, next);
    mv.visitMethodInsn(Opcodes.INVOKESTATIC, CONVERSIONS, "fixedScalar", "(IIJZ)J", false);
  }

  private static void toBits(MethodVisitor mv, Type type) {
    switch (type.getSort()) {
      case Type.LONG -> {}
      case Type.DOUBLE -> java(mv, "Double", "doubleToRawLongBits", "(D)J");
      case Type.FLOAT -> {
        java(mv, "Float", "floatToRawIntBits", "(F)I");
        mv.visitInsn(Opcodes.I2L);
      }
      default -> mv.visitInsn(Opcodes.I2L);
    }
  }

  private static void fromBits(MethodVisitor mv, Type type) {
    if (type.getSize() == 1) {
      mv.visitInsn(Opcodes.L2I);
    }
    switch (type.getSort()) {
      case Type.DOUBLE -> java(mv, "Double", "longBitsToDouble", "(J)D");
      case Type.FLOAT -> java(mv, "Float", "intBitsToFloat", "(I)F");
      case Type.BYTE -> mv.visitInsn(Opcodes.I2B);
      case Type.SHORT -> mv.visitInsn(Opcodes.I2S);
      default -> {}
    }
  }

  private static void java(MethodVisitor mv, String type, String method, String descriptor) {
    mv.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/" + type, method, descriptor, false);
  }

  private static Object constant(String rule, Type type) {
    return switch (type.getSort()) {
      case Type.BOOLEAN -> rule.equals("true") ? 1 : 0;
      case Type.LONG -> Long.valueOf(rule);
      default -> Integer.valueOf(rule);
    };
  }
}
