// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.agent;

import java.util.Map;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Gives each native method of a plugin class a body: its implementation, or a refusal by name. */
final class NativeForwarding extends ClassRewriter {
  private static final String LOADER = "ai/rapids/cudf/NativeDepsLoader";
  private static final String LEDGER = "io/github/rapidsudfs/emulator/memory/Ledger";
  private static final String UDF_LEDGER = "io/github/rapidsudfs/emulator/memory/UdfLedger";
  private static final String COLUMN = "ai/rapids/cudf/ColumnVector";

  /** Methods that change a column's reference count, and the ledger's method for each event. */
  private static final Map<String, String> REFERENCES =
      Map.of("incRefCount", "taken", "close", "closing");

  private static final String REFUSED = "io/github/rapidsudfs/emulator/memory/Refused";
  private final KernelMethods methods;

  NativeForwarding(ClassVisitor next, KernelMethods methods) {
    super(next);
    this.methods = methods;
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    if (owner.equals(LOADER)
        && (name.contains("oadNativeDep")
            || name.contains("OptionalNative")
            || name.equals("libraryLoaded"))) {
      // There is nothing to load; optional libraries (NVML) count as absent.
      MethodVisitor mv = plain(access, name, descriptor, signature, exceptions);
      mv.visitCode();
      switch (Type.getReturnType(descriptor).getSort()) {
        case Type.VOID -> mv.visitInsn(Opcodes.RETURN);
        case Type.BOOLEAN -> {
          mv.visitInsn(name.equals("libraryLoaded") ? Opcodes.ICONST_1 : Opcodes.ICONST_0);
          mv.visitInsn(Opcodes.IRETURN);
        }
        default -> {
          mv.visitInsn(Opcodes.ACONST_NULL);
          mv.visitInsn(Opcodes.ARETURN);
        }
      }
      mv.visitMaxs(0, 0);
      mv.visitEnd();
      return null;
    }
    if ((access & Opcodes.ACC_NATIVE) == 0) {
      MethodVisitor mv = plain(access, name, descriptor, signature, exceptions);
      return owner.equals(COLUMN) && REFERENCES.containsKey(name)
          ? reporting(mv, REFERENCES.get(name))
          : mv;
    }
    MethodVisitor mv = plain(access & ~Opcodes.ACC_NATIVE, name, descriptor, signature, exceptions);
    boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
    forward(mv, name, descriptor, isStatic);
    return null;
  }

  /** The method, preceded by a call that reports the column to the ledger. */
  private static MethodVisitor reporting(MethodVisitor next, String ledgerMethod) {
    return new MethodVisitor(Opcodes.ASM9, next) {
      @Override
      public void visitCode() {
        super.visitCode();
        super.visitVarInsn(Opcodes.ALOAD, 0);
        super.visitMethodInsn(
            Opcodes.INVOKESTATIC, UDF_LEDGER, ledgerMethod, "(Ljava/lang/Object;)V", false);
      }
    };
  }

  private void forward(MethodVisitor mv, String name, String descriptor, boolean isStatic) {
    String called = owner.substring(owner.lastIndexOf('/') + 1) + "." + name;
    KernelMethods.Answer answer = methods.find(owner, name, descriptor, isStatic);
    String rule = methods.rules().find(owner, name);
    mv.visitCode();
    if (answer != null) {
      call(mv, answer, called, descriptor);
    } else if (rule != null) {
      BookkeepingRules.emit(mv, rule, descriptor, isStatic);
    } else {
      mv.visitLdcInsn(called);
      mv.visitMethodInsn(
          Opcodes.INVOKESTATIC,
          REFUSED,
          "absent",
          "(Ljava/lang/String;)Ljava/lang/RuntimeException;",
          false);
      mv.visitInsn(Opcodes.ATHROW);
    }
    mv.visitMaxs(0, 0);
    mv.visitEnd();
  }

  private static void call(
      MethodVisitor mv, KernelMethods.Answer answer, String called, String descriptor) {
    if (answer.kernel()) {
      mv.visitLdcInsn(called);
      mv.visitMethodInsn(Opcodes.INVOKESTATIC, LEDGER, "kernel", "(Ljava/lang/String;)V", false);
    }
    Type result = Type.getReturnType(descriptor);
    Conversions.call(mv, answer);
    if (!Type.getReturnType(answer.descriptor()).equals(result)) {
      mv.visitTypeInsn(Opcodes.CHECKCAST, result.getInternalName());
    }
    mv.visitInsn(result.getOpcode(Opcodes.IRETURN));
  }
}
