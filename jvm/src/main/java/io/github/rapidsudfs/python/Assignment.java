// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.util.ArrayList;

/** {@code x[i] = v}, {@code del x[i]} and the in-place operators that change their left side. */
public final class Assignment {
  private Assignment() {}

  static PyError refuse(Object x, boolean delete, boolean whole) {
    String type = Py.typeName(x);
    return PyError.type(
        delete
            ? "'" + type + "' object "
                + (whole && (x instanceof String || x instanceof PyTuple || x instanceof PyBytes)
                    ? "doesn't"
                    : "does not")
                + " support item deletion"
            : "'" + type + "' object does not support item assignment");
  }

  @Python(value = "operator.setitem", raises = {"IndexError", "TypeError"})
  public static void setitem(Object x, Object i, Object value) {
    if (x instanceof PyDict) ((PyDict) x).put(i, value);
    else if (x instanceof PyList) {
      ArrayList<Object> list = ((PyList) x).change();
      long at = Items.index(i, "list");
      list.set(Items.at(at, list.size(), "list assignment index"), value);
    } else throw refuse(x, false, false);
  }

  @Python(value = "operator.delitem", raises = {"IndexError", "KeyError", "TypeError"})
  public static void delitem(Object x, Object i) {
    if (x instanceof PyDict) Dicts.pop((PyDict) x, i);
    else if (x instanceof PyList) {
      ArrayList<Object> list = ((PyList) x).change();
      list.remove(Items.at(Items.index(i, "list"), list.size(), "list assignment index"));
    } else throw refuse(x, true, Ops.isInt(i));
  }

  @Python(value = "operator.iadd", raises = "TypeError")
  public static Object iadd(Object x, Object y) {
    if (!(x instanceof PyList)) return inPlace("+", () -> Arithmetic.add(x, y));
    Lists.extend((PyList) x, y);
    return x;
  }

  @Python(value = "operator.imul", raises = "TypeError")
  public static Object imul(Object x, Object y) {
    Object product = inPlace("*", () -> Arithmetic.mul(x, y));
    if (!(x instanceof PyList) || !(product instanceof PyList)) return product;
    ArrayList<Object> list = ((PyList) x).change();
    list.clear();
    list.addAll(((PyList) product).items);
    return x;
  }

  @Python(value = "operator.ior", raises = "TypeError")
  public static Object ior(Object x, Object y) {
    if (x instanceof PyDict) {
      Dicts.update((PyDict) x, y);
      return x;
    }
    return sets(x, y, inPlace("|", () -> Bits.or(x, y)));
  }

  @Python(value = "operator.iand", raises = "TypeError")
  public static Object iand(Object x, Object y) {
    return sets(x, y, inPlace("&", () -> Bits.and(x, y)));
  }

  @Python(value = "operator.ixor", raises = "TypeError")
  public static Object ixor(Object x, Object y) {
    return sets(x, y, inPlace("^", () -> Bits.xor(x, y)));
  }

  @Python(value = "operator.isub", raises = "TypeError")
  public static Object isub(Object x, Object y) {
    return sets(x, y, inPlace("-", () -> Arithmetic.sub(x, y)));
  }

  @Python(value = "operator.itruediv", raises = {"TypeError", "ZeroDivisionError", "OverflowError"})
  public static Object itruediv(Object x, Object y) {
    return inPlace("/", () -> Division.truediv(x, y));
  }

  @Python(value = "operator.ifloordiv", raises = {"TypeError", "ZeroDivisionError"})
  public static Object ifloordiv(Object x, Object y) {
    return inPlace("//", () -> Division.floordiv(x, y));
  }

  @Python(value = "operator.imod", raises = {"TypeError", "ZeroDivisionError", "ValueError"})
  public static Object imod(Object x, Object y) {
    return inPlace("%", () -> Division.mod(x, y));
  }

  @Python(value = "operator.ipow", raises = {"TypeError", "ZeroDivisionError", "OverflowError"})
  public static Object ipow(Object x, Object y) {
    return inPlace("** or pow()", () -> Power.pow(x, y));
  }

  @Python(value = "operator.ilshift", raises = {"TypeError", "ValueError", "OverflowError"})
  public static Object ilshift(Object x, Object y) {
    return inPlace("<<", () -> Bits.lshift(x, y));
  }

  @Python(value = "operator.irshift", raises = {"TypeError", "ValueError"})
  public static Object irshift(Object x, Object y) {
    return inPlace(">>", () -> Bits.rshift(x, y));
  }

  private static Object sets(Object x, Object y, Object result) {
    if (!(x instanceof PySet) || ((PySet) x).frozenset || !(y instanceof PySet)) return result;
    Sets.replace((PySet) x, (PySet) result);
    return x;
  }

  private static Object inPlace(String sign, java.util.function.Supplier<Object> operation) {
    try {
      return operation.get();
    } catch (PyError e) {
      String text = "unsupported operand type(s) for " + sign + ":";
      if (e.type != PyType.TYPE_ERROR || !e.str().startsWith(text)) throw e;
      String assigned = sign.startsWith("**") ? "**" : sign;
      throw PyError.type(e.str().replace(sign + ":", assigned + "=:"));
    }
  }
}
