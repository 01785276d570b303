// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python.columns;

import io.github.rapidsudfs.python.Operations;
import io.github.rapidsudfs.python.Operations.Operation;
import io.github.rapidsudfs.python.Python;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Set;

/**
 * The columnar forms of operations, named by the operations' entries: see {@link Python#columns}.
 */
public final class Forms {
  private static final Set<String> WORDS = Set.of("int", "float");

  private Forms() {}

  /** Whether an operation has a columnar form for some arguments. */
  public static boolean exists(String operation) {
    return of(operation) != null;
  }

  /**
   * The result of an operation none of whose arguments is None.
   *
   * @throws NoColumns if it has no columnar form for these arguments
   */
  public static Col call(MaskedWriter c, String operation, Col... args) {
    Class<?> forms = of(operation);
    if (forms == null) throw c.refuse(operation);
    String last = operation.substring(operation.lastIndexOf('.') + 1);
    String name = WORDS.contains(last) ? last + "_" : last;
    for (Method method : forms.getMethods()) {
      boolean several = method.isVarArgs() && args.length > 1;
      if (method.getName().equals(name)
          && (several || !method.isVarArgs() && method.getParameterCount() == args.length + 1)) {
        return invoke(method, c, args);
      }
    }
    throw c.refuse(operation + " with these arguments");
  }

  private static Col invoke(Method method, MaskedWriter c, Col[] args) {
    Object[] all = new Object[method.isVarArgs() ? 2 : args.length + 1];
    all[0] = c;
    if (method.isVarArgs()) all[1] = args;
    else System.arraycopy(args, 0, all, 1, args.length);
    try {
      return (Col) method.invoke(null, all);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RuntimeException) throw (RuntimeException) e.getCause();
      throw new IllegalStateException(operation(method), e.getCause());
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(operation(method), e);
    }
  }

  private static String operation(Method method) {
    return method.getDeclaringClass().getSimpleName() + "." + method.getName();
  }

  private static Class<?> of(String operation) {
    for (Operation overload : Operations.named(operation)) {
      Class<?> forms = overload.method.getAnnotation(Python.class).columns();
      if (forms != void.class) return forms;
    }
    return null;
  }
}
