// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.agent;

import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** A visitor that replaces the bodies of methods. */
abstract class ClassRewriter extends ClassVisitor {
  String owner;
  boolean isInterface;

  ClassRewriter(ClassVisitor next) {
    super(Opcodes.ASM9, next);
  }

  @Override
  public void visit(
      int version,
      int access,
      String name,
      String signature,
      String superName,
      String[] interfaces) {
    owner = name;
    isInterface = (access & Opcodes.ACC_INTERFACE) != 0;
    super.visit(version, access, name, signature, superName, interfaces);
  }

  /** A method of the rewritten class, without any replacement of its body. */
  final MethodVisitor plain(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    return super.visitMethod(access, name, descriptor, signature, exceptions);
  }

  /** Loads a method's own arguments. */
  static void loadArguments(MethodVisitor mv, String descriptor, boolean isStatic) {
    int slot = 0;
    if (!isStatic) {
      mv.visitVarInsn(Opcodes.ALOAD, slot++);
    }
    for (Type argument : Type.getArgumentTypes(descriptor)) {
      mv.visitVarInsn(argument.getOpcode(Opcodes.ILOAD), slot);
      slot += argument.getSize();
    }
  }

  /** Calls the renamed original, then a static method of {@code reporter} with the outcome. */
  final void wrap(
      MethodVisitor mv,
      int call,
      String original,
      String descriptor,
      String reporter,
      String returned,
      String threw) {
    Label start = new Label();
    Label end = new Label();
    Label failed = new Label();
    mv.visitTryCatchBlock(start, end, failed, null);
    mv.visitLabel(start);
    loadArguments(mv, descriptor, call == Opcodes.INVOKESTATIC);
    mv.visitMethodInsn(call, owner, original, descriptor, isInterface);
    mv.visitLabel(end);
    mv.visitInsn(Opcodes.DUP);
    mv.visitMethodInsn(Opcodes.INVOKESTATIC, reporter, returned, "(Ljava/lang/Object;)V", false);
    mv.visitInsn(Opcodes.ARETURN);
    mv.visitLabel(failed);
    mv.visitFrame(Opcodes.F_SAME1, 0, null, 1, new Object[] {"java/lang/Throwable"});
    mv.visitInsn(Opcodes.DUP);
    mv.visitMethodInsn(Opcodes.INVOKESTATIC, reporter, threw, "(Ljava/lang/Throwable;)V", false);
    mv.visitInsn(Opcodes.ATHROW);
    mv.visitMaxs(0, 0);
    mv.visitEnd();
  }
}
