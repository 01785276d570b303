// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.udf;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** Reflective calls of the plugin's and Spark's classes, which the emulator does not link. */
final class Reflect {
  private Reflect() {}

  static Object call(Object object, String method, Object... arguments) {
    try {
      for (Method candidate : object.getClass().getMethods()) {
        if (candidate.getName().equals(method)
            && candidate.getParameterCount() == arguments.length) {
          candidate.setAccessible(true);
          return candidate.invoke(object, arguments);
        }
      }
      throw new NoSuchMethodException(method);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(
          "cannot get " + method + " of a " + object.getClass().getName(), e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "cannot get " + method + " of a " + object.getClass().getName(), e);
    }
  }
}
