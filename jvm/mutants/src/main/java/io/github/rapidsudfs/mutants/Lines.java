// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.mutants;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.pitest.classinfo.ClassByteArraySource;

/** Records which lines are executed. */
public final class Lines implements ClassFileTransformer {
  /** With slashes. */
  static volatile Set<String> packages = Set.of();

  private static final List<String> NAMES = new CopyOnWriteArrayList<>();
  private static final boolean[] HIT = new boolean[1 << 20];

  private final ClassByteArraySource source;

  Lines(ClassByteArraySource source) {
    this.source = source;
  }

  /** Called by the classes. */
  public static void hit(int line) {
    HIT[line] = true;
  }

  static synchronized String[] take() {
    List<String> out = new ArrayList<>();
    for (int i = 0; i < NAMES.size(); i++) {
      if (HIT[i]) out.add(NAMES.get(i));
      HIT[i] = false;
    }
    return out.toArray(new String[0]);
  }

  @Override
  public byte[] transform(
      ClassLoader loader, String name, Class<?> old, ProtectionDomain domain, byte[] bytes) {
    if (name == null || !isInside(name)) return null;
    ClassNode node = new ClassNode();
    new ClassReader(bytes).accept(node, 0);
    for (MethodNode method : node.methods) count(name.replace('/', '.'), method);
    ClassWriter out = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    node.accept(out);
    return out.toByteArray();
  }

  private boolean isInside(String name) {
    int end = name.lastIndexOf('/');
    return end > 0
        && packages.contains(name.substring(0, end))
        && source.getBytes(name.replace('/', '.')).isPresent();
  }

  private static void count(String className, MethodNode method) {
    for (AbstractInsnNode at : method.instructions.toArray()) {
      if (!(at instanceof LineNumberNode)) continue;
      // Behind the frame, if there is one.
      AbstractInsnNode first = at;
      while (first != null && first.getOpcode() < 0) first = first.getNext();
      if (first == null) continue;
      InsnList call = new InsnList();
      call.add(new LdcInsnNode(number(className + ":" + ((LineNumberNode) at).line)));
      call.add(
          new MethodInsnNode(
              Opcodes.INVOKESTATIC, Lines.class.getName().replace('.', '/'), "hit", "(I)V", false));
      method.instructions.insertBefore(first, call);
    }
  }

  private static synchronized int number(String name) {
    NAMES.add(name);
    return NAMES.size() - 1;
  }
}
