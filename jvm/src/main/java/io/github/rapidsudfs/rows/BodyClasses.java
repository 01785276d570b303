// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.rows;

import io.github.rapidsudfs.api.Argument;
import io.github.rapidsudfs.api.BodyTypes;
import io.github.rapidsudfs.api.DualFunction;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.api.TypeKind;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.types.DataType;

/**
 * The classes of a row-wise body's arguments and result: the type parameters that a function's
 * class gives its base class.
 *
 * <p>A parameter that is a type variable or a wildcard counts as {@code Object}, which every value
 * is an instance of.
 */
public final class BodyClasses {
  private final String function;
  private final Signature signature;

  /** The classes of the arguments, then of the result; empty without one of the base classes. */
  private final Class<?>[] parameters;

  private BodyClasses(DualFunction function) {
    this.function = function.getClass().getName();
    this.signature = function.signature();
    this.parameters = parameters(function.getClass());
  }

  /** The classes of a function, checked against its signature. */
  public static BodyClasses of(DualFunction function) {
    BodyClasses classes = new BodyClasses(function);
    for (int i = 0; i < classes.signature.arguments().size(); i++) {
      Argument argument = classes.signature.argument(i);
      String what = "argument " + (i + 1) + " (" + argument.name() + ")";
      classes.require(what, argument.type(), classes.argument(i), false);
    }
    if (!classes.signature.dependentResult()) {
      DataType result = classes.signature.resultType(List.of());
      classes.require("result", result, classes.result(), true);
    }
    return classes;
  }

  /** The class of an argument; varargs repeat the last class. */
  Class<?> argument(int index) {
    int arguments = parameters.length - 1;
    return arguments > 0 ? parameters[Math.min(index, arguments - 1)] : Object.class;
  }

  Class<?> result() {
    return parameters.length > 0 ? parameters[parameters.length - 1] : Object.class;
  }

  private void require(String what, DataType type, Class<?> bodyClass, boolean narrower) {
    if (type == null) {
      return;
    }
    Class<?> java = TypeKind.of(type).javaClass();
    Class<?> internal = InternalValues.internalClass(type);
    boolean fits =
        bodyClass.isAssignableFrom(java)
            || bodyClass == internal
            || (narrower
                && (java.isAssignableFrom(bodyClass)
                    || (internal != null && internal.isAssignableFrom(bodyClass))));
    if (!fits) {
      throw new IllegalStateException(
          "the type parameter of %s for the %s of %s is %s, but %s is declared: use %s%s"
              .formatted(
                  function,
                  what,
                  signature.name(),
                  bodyClass.getTypeName(),
                  type.sql(),
                  java.getTypeName(),
                  internal == null ? "" : " or " + internal.getTypeName()));
    }
  }

  private static Class<?>[] parameters(Class<?> function) {
    Map<TypeVariable<?>, Type> bound = new HashMap<>();
    for (Class<?> at = function; at != null; at = at.getSuperclass()) {
      if (at.isAnnotationPresent(BodyTypes.class)) {
        TypeVariable<?>[] variables = at.getTypeParameters();
        Class<?>[] classes = new Class<?>[variables.length];
        for (int i = 0; i < classes.length; i++) {
          classes[i] = erased(bound, variables[i]);
        }
        return classes;
      }
      if (at.getGenericSuperclass() instanceof ParameterizedType parent) {
        TypeVariable<?>[] variables = at.getSuperclass().getTypeParameters();
        for (int i = 0; i < variables.length; i++) {
          bound.put(variables[i], parent.getActualTypeArguments()[i]);
        }
      }
    }
    return new Class<?>[0];
  }

  private static Class<?> erased(Map<TypeVariable<?>, Type> bound, Type type) {
    Type at = type;
    while (at instanceof TypeVariable<?>) {
      at = bound.get(at);
    }
    if (at instanceof ParameterizedType generic) {
      at = generic.getRawType();
    }
    return at instanceof Class<?> known ? known : Object.class;
  }
}
