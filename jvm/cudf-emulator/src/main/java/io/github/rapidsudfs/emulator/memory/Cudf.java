package io.github.rapidsudfs.emulator.memory;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;

/**
 * Access to the few cuDF classes that the emulator must create objects of. They are found by name,
 * never linked.
 */
public final class Cudf {
  private static volatile ClassLoader loader;

  private Cudf() {}

  /** Remembers the class loader that the plugin's cuDF classes come from. */
  public static void seenFrom(ClassLoader cudfLoader) {
    if (loader == null) {
      loader = cudfLoader;
    }
  }

  /** A {@code CudfException}, cuDF's answer to a wrong type, size or argument. */
  public static RuntimeException error(String message) {
    return (RuntimeException)
        make("ai.rapids.cudf.CudfException", new Class<?>[] {String.class}, message);
  }

  /** Raises a {@code CudfException} unless the condition holds. */
  public static void expects(boolean condition, String message) {
    if (!condition) {
      throw error(message);
    }
  }

  /** Creates an object of a plugin class through a constructor of any visibility. */
  public static Object make(String className, Class<?>[] parameters, Object... arguments) {
    try {
      Constructor<?> constructor = type(className).getDeclaredConstructor(parameters);
      constructor.setAccessible(true);
      return constructor.newInstance(arguments);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "cannot create %s: %s (message: %s)"
              .formatted(className, e, java.util.Arrays.toString(arguments)),
          e);
    }
  }

  /** Calls a static method of a plugin class, of any visibility. */
  public static Object call(
      String className, String method, Class<?>[] parameters, Object... arguments) {
    try {
      Method found = type(className).getDeclaredMethod(method, parameters);
      found.setAccessible(true);
      return found.invoke(null, arguments);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot call " + className + "." + method + ": " + e, e);
    }
  }

  /** A plugin class by name. */
  public static Class<?> type(String className) {
    try {
      return Class.forName(
          className, true, loader == null ? ClassLoader.getSystemClassLoader() : loader);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("there is no class " + className, e);
    }
  }
}
