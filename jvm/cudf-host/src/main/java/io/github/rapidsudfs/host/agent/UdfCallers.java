package io.github.rapidsudfs.host.agent;

import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Wraps the plugin's methods that call a UDF's columnar body and check what it returns, so that a refusal names the line
 * that made the result, and decimals are checked too.
 */
final class UdfCallers extends NativeRewriter.Replacing {
  private static final String UDF = "com/nvidia/spark/RapidsUDF";
  private static final String RESULTS = "io/github/rapidsudfs/host/udf/UdfResults";
  private static final String SUFFIX = "$rapidsudfs";
  private final Set<String> callers;
  private boolean isInterface;

  UdfCallers(ClassVisitor next, Set<String> callers) {
    super(next);
    this.callers = callers;
  }

  /** The static methods of a class, name and descriptor, that call a UDF's columnar body and return an object. */
  static Set<String> in(byte[] classFile) {
    Set<String> found = new HashSet<>();
    new ClassReader(classFile).accept(new ClassVisitor(Opcodes.ASM9) {
      @Override
      public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] exceptions) {
        boolean wanted = (access & Opcodes.ACC_STATIC) != 0 && Type.getReturnType(descriptor).getSort() == Type.OBJECT;
        return !wanted ? null : new MethodVisitor(Opcodes.ASM9) {
          @Override
          public void visitMethodInsn(int opcode, String owner, String called, String calledDescriptor, boolean itf) {
            if (owner.equals(UDF) && called.equals(UdfCalls.METHOD)) {
              found.add(name + descriptor);
            }
          }
        };
      }
    }, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return found;
  }

  @Override
  public void visit(int version, int access, String name, String signature, String superName, String[] interfaces) {
    isInterface = (access & Opcodes.ACC_INTERFACE) != 0;
    super.visit(version, access, name, signature, superName, interfaces);
  }

  @Override
  public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] exceptions) {
    if (!callers.contains(name + descriptor)) {
      return plain(access, name, descriptor, signature, exceptions);
    }
    wrapper(plain(access, name, descriptor, signature, exceptions), name, descriptor);
    int hidden = access & ~(Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED) | Opcodes.ACC_PRIVATE | Opcodes.ACC_SYNTHETIC;
    return plain(hidden, name + SUFFIX, descriptor, null, exceptions);
  }

  private void wrapper(MethodVisitor mv, String name, String descriptor) {
    Label start = new Label();
    Label end = new Label();
    Label failed = new Label();
    mv.visitCode();
    mv.visitTryCatchBlock(start, end, failed, null);
    mv.visitLabel(start);
    int slot = 0;
    for (Type argument : Type.getArgumentTypes(descriptor)) {
      mv.visitVarInsn(argument.getOpcode(Opcodes.ILOAD), slot);
      slot += argument.getSize();
    }
    mv.visitMethodInsn(Opcodes.INVOKESTATIC, owner, name + SUFFIX, descriptor, isInterface);
    mv.visitLabel(end);
    mv.visitInsn(Opcodes.DUP);
    mv.visitMethodInsn(Opcodes.INVOKESTATIC, RESULTS, "accepted", "(Ljava/lang/Object;)V", false);
    mv.visitInsn(Opcodes.ARETURN);
    mv.visitLabel(failed);
    mv.visitFrame(Opcodes.F_SAME1, 0, null, 1, new Object[] {"java/lang/Throwable"});
    mv.visitInsn(Opcodes.DUP);
    mv.visitMethodInsn(Opcodes.INVOKESTATIC, RESULTS, "refused", "(Ljava/lang/Throwable;)V", false);
    mv.visitInsn(Opcodes.ATHROW);
    mv.visitMaxs(0, 0);
    mv.visitEnd();
  }
}
