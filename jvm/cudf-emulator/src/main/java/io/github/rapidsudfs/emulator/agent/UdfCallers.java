// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.agent;

import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Wraps the plugin's methods that call a UDF's columnar body and check its result, so that an error
 * names the line that created the result, and the precision of decimals is checked too.
 */
final class UdfCallers extends ClassRewriter {
  private static final String UDF = "com/nvidia/spark/RapidsUDF";
  private static final String RESULTS = "io/github/rapidsudfs/emulator/udf/UdfResults";
  private static final String SUFFIX = "$rapidsudfs";
  private final Set<String> callers;

  UdfCallers(ClassVisitor next, Set<String> callers) {
    super(next);
    this.callers = callers;
  }

  /** The static methods that call a UDF's columnar body and return an object. */
  static Set<String> in(byte[] classFile) {
    Set<String> found = new HashSet<>();
    new ClassReader(classFile)
        .accept(
            new ClassVisitor(Opcodes.ASM9) {
              @Override
              public MethodVisitor visitMethod(
                  int access,
                  String name,
                  String descriptor,
                  String signature,
                  String[] exceptions) {
                boolean wanted =
                    (access & Opcodes.ACC_STATIC) != 0
                        && Type.getReturnType(descriptor).getSort() == Type.OBJECT;
                return !wanted
                    ? null
                    : new MethodVisitor(Opcodes.ASM9) {
                      @Override
                      public void visitMethodInsn(
                          int opcode,
                          String owner,
                          String called,
                          String calledDescriptor,
                          boolean itf) {
                        if (owner.equals(UDF) && called.equals(UdfCalls.METHOD)) {
                          found.add(name + descriptor);
                        }
                      }
                    };
              }
            },
            ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return found;
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    if (!callers.contains(name + descriptor)) {
      return plain(access, name, descriptor, signature, exceptions);
    }
    MethodVisitor mv = plain(access, name, descriptor, signature, exceptions);
    mv.visitCode();
    wrap(mv, Opcodes.INVOKESTATIC, name + SUFFIX, descriptor, RESULTS, "accepted", "refused");
    int hidden =
        access & ~(Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED)
            | Opcodes.ACC_PRIVATE
            | Opcodes.ACC_SYNTHETIC;
    return plain(hidden, name + SUFFIX, descriptor, null, exceptions);
  }
}
