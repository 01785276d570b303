package io.github.rapidsudfs.host.agent;

import java.util.Map;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Gives each native method of a plugin class a body that calls its host method, or that refuses by name. */
final class NativeForwarding extends NativeRewriter.Replacing {
  private static final String LOADER = "ai/rapids/cudf/NativeDepsLoader";
  private static final String LEDGER = "io/github/rapidsudfs/host/memory/Ledger";
  private static final String UDF_LEDGER = "io/github/rapidsudfs/host/memory/UdfLedger";
  private static final String COLUMN = "ai/rapids/cudf/ColumnVector";
  /** Methods of columns that change how often a column is held, and how the ledger calls that. */
  private static final Map<String, String> REFERENCES = Map.of("incRefCount", "taken", "close", "closing");
  private static final String REFUSED = "io/github/rapidsudfs/host/memory/Refused";
  private final HostMethods methods;

  NativeForwarding(ClassVisitor next, HostMethods methods) {
    super(next);
    this.methods = methods;
  }

  @Override
  public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] exceptions) {
    if (owner.equals(LOADER) && (name.contains("oadNativeDep") || name.contains("OptionalNative") || name.equals("libraryLoaded"))) {
      // There is nothing to load; optional libraries (NVML) are absent.
      boolean answer = name.equals("libraryLoaded");
      MethodVisitor mv = plain(access, name, descriptor, signature, exceptions);
      mv.visitCode();
      switch (Type.getReturnType(descriptor).getSort()) {
        case Type.VOID -> mv.visitInsn(Opcodes.RETURN);
        case Type.BOOLEAN -> {
          mv.visitInsn(answer ? Opcodes.ICONST_1 : Opcodes.ICONST_0);
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
      return owner.equals(COLUMN) && REFERENCES.containsKey(name) ? told(mv, REFERENCES.get(name)) : mv;
    }
    MethodVisitor mv = plain(access & ~Opcodes.ACC_NATIVE, name, descriptor, signature, exceptions);
    boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
    forward(mv, name, descriptor, isStatic);
    return null;
  }

  /** The method with a call in front that tells the ledger of the column. */
  private static MethodVisitor told(MethodVisitor next, String ledgerMethod) {
    return new MethodVisitor(Opcodes.ASM9, next) {
      @Override
      public void visitCode() {
        super.visitCode();
        super.visitVarInsn(Opcodes.ALOAD, 0);
        super.visitMethodInsn(Opcodes.INVOKESTATIC, UDF_LEDGER, ledgerMethod, "(Ljava/lang/Object;)V", false);
      }
    };
  }

  private void forward(MethodVisitor mv, String name, String descriptor, boolean isStatic) {
    String called = owner.substring(owner.lastIndexOf('/') + 1) + "." + name;
    HostMethods.Answer answer = methods.find(owner, name, descriptor, isStatic);
    mv.visitCode();
    if (answer == null) {
      mv.visitLdcInsn(called);
      mv.visitMethodInsn(Opcodes.INVOKESTATIC, REFUSED, "absent", "(Ljava/lang/String;)Ljava/lang/RuntimeException;", false);
      mv.visitInsn(Opcodes.ATHROW);
    } else {
      if (answer.kernel()) {
        mv.visitLdcInsn(called);
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, LEDGER, "kernel", "(Ljava/lang/String;)V", false);
      }
      int slot = 0;
      if (!isStatic) {
        mv.visitVarInsn(Opcodes.ALOAD, slot++);
      }
      for (Type argument : Type.getArgumentTypes(descriptor)) {
        mv.visitVarInsn(argument.getOpcode(Opcodes.ILOAD), slot);
        slot += argument.getSize();
      }
      mv.visitMethodInsn(Opcodes.INVOKESTATIC, answer.owner(), answer.name(), answer.descriptor(), false);
      Type result = Type.getReturnType(descriptor);
      if (!Type.getReturnType(answer.descriptor()).equals(result)) {
        mv.visitTypeInsn(Opcodes.CHECKCAST, result.getInternalName());
      }
      mv.visitInsn(result.getOpcode(Opcodes.IRETURN));
    }
    mv.visitMaxs(0, 0);
    mv.visitEnd();
  }
}
