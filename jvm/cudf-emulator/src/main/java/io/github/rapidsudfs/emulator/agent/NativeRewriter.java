// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.agent;

import io.github.rapidsudfs.emulator.memory.CudfClasses;
import java.lang.instrument.ClassFileTransformer;
import java.nio.charset.StandardCharsets;
import java.security.ProtectionDomain;
import java.util.Set;
import java.util.function.Function;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;

/**
 * Rewrites classes as they load: natives call kernel methods, libraries are not loaded, UDF calls
 * are counted.
 */
final class NativeRewriter implements ClassFileTransformer {
  private static final String PLUGIN = "com/nvidia/spark/rapids/";
  private final KernelMethods methods = new KernelMethods();

  @Override
  public byte[] transform(
      ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
    if (name == null || loader == null) {
      return null;
    }
    try {
      if (name.startsWith("ai/rapids/cudf/") || name.startsWith("com/nvidia/spark/rapids/jni/")) {
        CudfClasses.seenFrom(loader);
        if (name.equals(LazyTraces.RECORD)) {
          return rewrite(bytes, LazyTraces::new);
        }
        return rewrite(bytes, cv -> new NativeForwarding(cv, methods));
      }
      // Method names are plain text in class files, so most classes need not be parsed.
      if (!new String(bytes, StandardCharsets.ISO_8859_1).contains(UdfCalls.METHOD)) {
        return null;
      }
      Set<String> callers = name.startsWith(PLUGIN) ? UdfCallers.in(bytes) : Set.of();
      return rewrite(bytes, callers.isEmpty() ? UdfCalls::new : cv -> new UdfCallers(cv, callers));
    } catch (Throwable e) {
      // The JVM swallows a transformer's exceptions; the class would then run with unlinked
      // natives.
      System.err.println(
          "rapids-udfs emulator: the class %s could not be rewritten: %s"
              .formatted(name.replace('/', '.'), e));
      e.printStackTrace();
      return null;
    }
  }

  private static byte[] rewrite(byte[] bytes, Function<ClassVisitor, ClassVisitor> visitor) {
    ClassReader reader = new ClassReader(bytes);
    // Forwarding bodies have no branches, so no frames are computed and no class is loaded here.
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    reader.accept(visitor.apply(writer), 0);
    return writer.toByteArray();
  }
}
