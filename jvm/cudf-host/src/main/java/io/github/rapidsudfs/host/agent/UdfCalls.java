package io.github.rapidsudfs.host.agent;

import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Wraps the columnar body of every RAPIDS UDF, so that the ledger knows whose kernels and bytes they are: the body
 * moves to a method of its own and a new one with the old name enters and leaves the ledger around it.
 */
final class UdfCalls extends NativeRewriter.Replacing {
  static final String METHOD = "evaluateColumnar";
  private static final String DESCRIPTOR = "(I[Lai/rapids/cudf/ColumnVector;)Lai/rapids/cudf/ColumnVector;";
  private static final String BODY = "evaluateColumnar$rapidsudfs";
  private static final String WRAPPER = "io/github/rapidsudfs/host/memory/UdfLedger";

  UdfCalls(ClassVisitor next) {
    super(next);
  }

  @Override
  public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] exceptions) {
    boolean concrete = (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_STATIC | Opcodes.ACC_BRIDGE)) == 0;
    if (!name.equals(METHOD) || !descriptor.equals(DESCRIPTOR) || !concrete) {
      return plain(access, name, descriptor, signature, exceptions);
    }
    wrapper(plain(access & ~Opcodes.ACC_VARARGS, name, descriptor, signature, exceptions));
    return plain(Opcodes.ACC_PRIVATE | Opcodes.ACC_SYNTHETIC, BODY, descriptor, null, exceptions);
  }

  private void wrapper(MethodVisitor mv) {
    org.objectweb.asm.Label start = new org.objectweb.asm.Label();
    org.objectweb.asm.Label end = new org.objectweb.asm.Label();
    org.objectweb.asm.Label failed = new org.objectweb.asm.Label();
    mv.visitCode();
    mv.visitTryCatchBlock(start, end, failed, null);
    mv.visitVarInsn(Opcodes.ALOAD, 0);
    mv.visitVarInsn(Opcodes.ILOAD, 1);
    mv.visitVarInsn(Opcodes.ALOAD, 2);
    mv.visitMethodInsn(Opcodes.INVOKESTATIC, WRAPPER, "enter", "(Ljava/lang/Object;I[Ljava/lang/Object;)V", false);
    mv.visitLabel(start);
    mv.visitVarInsn(Opcodes.ALOAD, 0);
    mv.visitVarInsn(Opcodes.ILOAD, 1);
    mv.visitVarInsn(Opcodes.ALOAD, 2);
    mv.visitMethodInsn(Opcodes.INVOKESPECIAL, owner, BODY, DESCRIPTOR, isInterface);
    mv.visitLabel(end);
    mv.visitInsn(Opcodes.DUP);
    mv.visitMethodInsn(Opcodes.INVOKESTATIC, WRAPPER, "leave", "(Ljava/lang/Object;)V", false);
    mv.visitInsn(Opcodes.ARETURN);
    mv.visitLabel(failed);
    mv.visitFrame(Opcodes.F_SAME1, 0, null, 1, new Object[] {"java/lang/Throwable"});
    mv.visitInsn(Opcodes.DUP);
    mv.visitMethodInsn(Opcodes.INVOKESTATIC, WRAPPER, "failed", "(Ljava/lang/Throwable;)V", false);
    mv.visitInsn(Opcodes.ATHROW);
    mv.visitMaxs(0, 0);
    mv.visitEnd();
  }

  private boolean isInterface;

  @Override
  public void visit(int version, int access, String name, String signature, String superName, String[] interfaces) {
    isInterface = (access & Opcodes.ACC_INTERFACE) != 0;
    super.visit(version, access, name, signature, superName, interfaces);
  }
}
