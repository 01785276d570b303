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

  private final Properties rules = new Properties();

  BookkeepingRules() {
    try (InputStream in = BookkeepingRules.class.getResourceAsStream(RESOURCE)) {
      rules.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The rule of a native, all its overloads alike, or null. */
  String find(String internalClass, String name) {
    return rules.getProperty(internalClass.replace('/', '.') + "." + name);
  }

  /** The natives that have a rule, by class and name. */
  Set<String> natives() {
    return rules.stringPropertyNames();
  }

  /** Writes the body of a native. */
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
      default -> mv.visitLdcInsn(constant(rule, result));
    }
    mv.visitInsn(result.getOpcode(Opcodes.IRETURN));
  }

  private static Object constant(String rule, Type type) {
    return switch (type.getSort()) {
      case Type.BOOLEAN -> rule.equals("true") ? 1 : 0;
      case Type.LONG -> Long.valueOf(rule);
      default -> Integer.valueOf(rule);
    };
  }
}
