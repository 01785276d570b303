// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.golden;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** Reflective calls of methods that 25.04 lacks. */
final class Newer {
  private static final String JNI = "com.nvidia.spark.rapids.jni.";
  private static final String CUDF = "ai.rapids.cudf.";

  private Newer() {}

  /**
   * Calls a static method of a class of cuDF or the plugin; throws a linkage error if it is absent.
   */
  static Object call(String owner, String method, Object... arguments) {
    try {
      return call(Class.forName(CUDF + owner), null, method, arguments);
    } catch (ClassNotFoundException e) {
      try {
        return call(Class.forName(JNI + owner), null, method, arguments);
      } catch (ClassNotFoundException none) {
        throw new NoClassDefFoundError(owner);
      }
    }
  }

  /** Calls a method of an object. */
  static Object on(Object target, String method, Object... arguments) {
    return call(target.getClass(), target, method, arguments);
  }

  private static Object call(Class<?> type, Object target, String name, Object... arguments) {
    for (Method method : type.getMethods()) {
      if (method.getName().equals(name) && fits(method.getParameterTypes(), arguments)) {
        try {
          return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
          if (e.getCause() instanceof RuntimeException cause) {
            throw cause;
          }
          throw new IllegalStateException(e.getCause());
        } catch (IllegalAccessException e) {
          throw new IllegalStateException(e);
        }
      }
    }
    throw new NoSuchMethodError(name);
  }

  private static boolean fits(Class<?>[] parameters, Object[] arguments) {
    boolean fits = parameters.length == arguments.length;
    for (int i = 0; fits && i < arguments.length; i++) {
      fits =
          parameters[i].isInstance(arguments[i])
              || (parameters[i] == int.class && arguments[i] instanceof Integer);
    }
    return fits;
  }
}
