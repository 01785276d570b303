// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.memory;

import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/** The few cuDF classes that the emulator instantiates, loaded by name and never linked. */
public final class CudfClasses {
  private static final Map<String, Map<Integer, String>> CONSTANTS = new ConcurrentHashMap<>();
  private static final ClassValue<Method[]> METHODS =
      new ClassValue<>() {
        @Override
        protected Method[] computeValue(Class<?> type) {
          return type.getMethods();
        }
      };
  private static volatile ClassLoader loader;

  /** Remembers the class loader of the plugin's cuDF classes. */
  public static void seenFrom(ClassLoader cudfLoader) {
    if (loader == null) {
      loader = cudfLoader;
    }
  }

  /** Creates an object of a plugin class through a constructor of any visibility. */
  public static Object make(String className, Object... arguments) {
    return invoke(type(className).getDeclaredConstructors(), "<init>", null, arguments);
  }

  /** Calls a static method of a plugin class, of any visibility. */
  public static Object callStatic(String className, String method, Object... arguments) {
    return invoke(type(className).getDeclaredMethods(), method, null, arguments);
  }

  /** Calls a public method of an object of the plugin or of Spark; its errors pass through. */
  public static Object call(Object object, String method, Object... arguments) {
    return invoke(METHODS.get(object.getClass()), method, object, arguments);
  }

  private static Object invoke(Executable[] all, String name, Object on, Object[] arguments) {
    try {
      for (Executable one : all) {
        boolean named = one instanceof Constructor || one.getName().equals(name);
        if (named && takes(one.getParameterTypes(), arguments)) {
          one.setAccessible(true);
          return one instanceof Method method
              ? method.invoke(on, arguments)
              : ((Constructor<?>) one).newInstance(arguments);
        }
      }
      throw new NoSuchMethodException(name);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw e.getCause() instanceof RuntimeException error
          ? error
          : new IllegalStateException(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "cannot call %s of %s with %s"
              .formatted(name, all[0].getDeclaringClass(), Arrays.toString(arguments)),
          e);
    }
  }

  private static boolean takes(Class<?>[] types, Object[] arguments) {
    return types.length == arguments.length
        && IntStream.range(0, types.length)
            .allMatch(
                i -> MethodType.methodType(types[i]).wrap().returnType().isInstance(arguments[i]));
  }

  /** Sets a field of an object of a plugin class, of any visibility, as native code does. */
  public static void set(Object object, String field, Object value) {
    try {
      Field target = object.getClass().getDeclaredField(field);
      target.setAccessible(true);
      target.set(object, value);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot set " + object.getClass() + "." + field, e);
    }
  }

  /** The name of a cuDF enum constant by its native id, which may change, or null. */
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

  /** A {@code CudaException}, the driver's error for an invalid argument. */
  public static RuntimeException invalidValue(String found) {
    return (RuntimeException)
        make("ai.rapids.cudf.CudaException", "CUDA ERROR: code 1: " + found, 1);
  }

  /** A {@code CudfException}, cuDF's error for a wrong type, size or argument. */
  public static RuntimeException error(String message) {
    return (RuntimeException) make("ai.rapids.cudf.CudfException", message);
  }

  /** Raises a {@code CudfException} unless the condition holds. */
  public static void expects(boolean condition, String message) {
    if (!condition) {
      throw error(message);
    }
  }

  /** Raises an {@code IllegalArgumentException}, as cuDF's JNI code does, unless this holds. */
  public static void requires(boolean condition, String message) {
    if (!condition) {
      throw new IllegalArgumentException(message);
    }
  }
}
