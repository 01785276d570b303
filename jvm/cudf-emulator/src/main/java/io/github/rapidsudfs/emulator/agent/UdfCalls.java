// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.agent;

import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Wraps the columnar body of every RAPIDS UDF, so that the ledger attributes kernels and bytes to
 * it: the body is moved to a new method, and a method with the old name calls it between entering
 * and leaving the ledger.
 */
final class UdfCalls extends ClassRewriter {
  static final String METHOD = "evaluateColumnar";
  private static final String DESCRIPTOR =
      "(I[Lai/rapids/cudf/ColumnVector;)Lai/rapids/cudf/ColumnVector;";
  private static final String BODY = "evaluateColumnar$rapidsudfs";
  private static final String LEDGER = "io/github/rapidsudfs/emulator/memory/UdfLedger";

  UdfCalls(ClassVisitor next) {
    super(next);
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    boolean concrete =
        (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_STATIC | Opcodes.ACC_BRIDGE)) == 0;
    if (!name.equals(METHOD) || !descriptor.equals(DESCRIPTOR) || !concrete) {
      return plain(access, name, descriptor, signature, exceptions);
    }
    MethodVisitor mv =
        plain(access & ~Opcodes.ACC_VARARGS, name, descriptor, signature, exceptions);
    mv.visitCode();
    loadArguments(mv, descriptor, false);
    mv.visitMethodInsn(
        Opcodes.INVOKESTATIC, LEDGER, "enter", "(Ljava/lang/Object;I[Ljava/lang/Object;)V", false);
    wrap(mv, Opcodes.INVOKESPECIAL, BODY, descriptor, LEDGER, "leave", "failed");
    return plain(Opcodes.ACC_PRIVATE | Opcodes.ACC_SYNTHETIC, BODY, descriptor, null, exceptions);
  }
}
