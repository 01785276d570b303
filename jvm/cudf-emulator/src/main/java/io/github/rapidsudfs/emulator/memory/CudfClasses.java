// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.memory;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Access to the few cuDF classes that the emulator instantiates. They are loaded by name, never
 * linked.
 */
public final class CudfClasses {
  private static final Map<String, Map<Integer, String>> CONSTANTS = new ConcurrentHashMap<>();
  private static volatile ClassLoader loader;

  private CudfClasses() {}

  /** Remembers the class loader of the plugin's cuDF classes. */
  public static void seenFrom(ClassLoader cudfLoader) {
    if (loader == null) {
      loader = cudfLoader;
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

  /** Sets a field of an object of a plugin class, of any visibility, as native code does. */
  public static void set(Object object, String field, Object value) {
    try {
      Field found = object.getClass().getDeclaredField(field);
      found.setAccessible(true);
      found.set(object, value);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot set " + object.getClass() + "." + field, e);
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

  /**
   * The name of a cuDF enum constant by its native id, which may differ between versions; null if
   * there is none.
   */
  public static String constant(String enumName, int nativeId) {
    return CONSTANTS.computeIfAbsent(enumName, CudfClasses::constants).get(nativeId);
  }

  private static Map<Integer, String> constants(String enumName) {
    try {
      Field id = type(enumName).getDeclaredField("nativeId");
      id.setAccessible(true);
      Map<Integer, String> names = new HashMap<>();
      for (Object constant : type(enumName).getEnumConstants()) {
        names.put(id.getInt(constant), constant.toString());
      }
      return names;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cuDF's " + enumName + " is not as expected: " + e, e);
    }
  }

  private static ClassLoader loader() {
    return loader == null ? ClassLoader.getSystemClassLoader() : loader;
  }

  /** A plugin class by name. */
  public static Class<?> type(String className) {
    try {
      return Class.forName(className, true, loader());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("there is no class " + className, e);
    }
  }
}
