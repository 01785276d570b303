// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.util.ArrayList;
import java.util.LinkedList;

/** {@code x[i] = v}, {@code del x[i]} and in-place operators that modify their left operand. */
public final class Assignment {
  private static PyError refuse(Object x, boolean delete, boolean whole) {
    String type = "'" + Py.typeName(x) + "' object ";
    if (!delete) return PyError.type(type + "does not support item assignment");
    boolean sequence = x instanceof String || x instanceof PyTuple || x instanceof PyBytes;
    String not = whole && sequence ? "doesn't" : "does not";
    return PyError.type(type + not + " support item deletion");
  }

  @Python("operator.setitem")
  public static void setitem(Object x, Object i, Object value) {
    if (x instanceof PyDict) ((PyDict) x).put(i, value);
    else if (x instanceof PyDeque) {
      LinkedList<Object> deque = ((PyDeque) x).items;
      deque.set(Items.at(Items.index(i, "sequence"), deque.size(), "deque index"), value);
    } else if (x instanceof PyList) {
      ArrayList<Object> list = ((PyList) x).change();
      list.set(Items.at(Items.index(i, "list"), list.size(), "list assignment index"), value);
    } else throw refuse(x, false, false);
  }

  @Python("operator.delitem")
  public static void delitem(Object x, Object i) {
    if (x instanceof PyCounter && !((PyCounter) x).has(i)) return;
    if (x instanceof PyDeque) throw new Unsupported("del of an item of a deque");
    if (x instanceof PyDict) Dicts.pop((PyDict) x, i, Py.ABSENT);
    else if (x instanceof PyList) {
      ArrayList<Object> list = ((PyList) x).change();
      list.remove(Items.at(Items.index(i, "list"), list.size(), "list assignment index"));
    } else throw refuse(x, true, Ops.isInt(i));
  }

  /** {@code x += y} and the like: modifies a list, dict or set in place. */
  @Python(
      value =
          "operator.iadd .isub .imul .itruediv .ifloordiv .imod .ipow .ilshift .irshift .iand .ior"
              + " .ixor",
      named = true)
  public static Object inPlace(String op, Object x, Object y) {
    if (op.equals("iadd") && x instanceof PyList) {
      Lists.extend((PyList) x, y);
      return x;
    }
    if (op.equals("ior") && x instanceof PyDict && !(x instanceof PyCounter)) {
      Dicts.update((PyDict) x, y);
      return x;
    }
    Object result;
    try {
      result = result(op, x, y);
    } catch (PyError e) {
      if (e.type != PyType.TYPE_ERROR || !e.str().startsWith("unsupported operand")) throw e;
      throw PyError.type(e.str().replace(" or pow()", "").replaceFirst(": ", "=: "));
    }
    if (x instanceof PyCounter && result instanceof PyCounter) {
      return ((PyCounter) x).replace((PyCounter) result);
    }
    if (x instanceof PySet && !((PySet) x).frozenset && y instanceof PySet) {
      ((PySet) x).replace((PySet) result);
    } else if (x instanceof PyList && result instanceof PyList) {
      ArrayList<Object> list = ((PyList) x).change();
      list.clear();
      list.addAll(((PyList) result).items);
    } else {
      return result;
    }
    return x;
  }

  private static Object result(String op, Object x, Object y) {
    switch (op) {
      case "iadd":
        return Arithmetic.add(x, y);
      case "isub":
        return Arithmetic.sub(x, y);
      case "imul":
        return Arithmetic.mul(x, y);
      case "itruediv":
        return Division.truediv(x, y);
      case "ifloordiv":
        return Division.floordiv(x, y);
      case "imod":
        return Division.mod(x, y);
      case "ipow":
        return Power.pow(x, y);
      case "ilshift":
      case "irshift":
        return Bits.shift(op.substring(1), x, y);
      default:
        return Bits.bits(op.equals("iand") ? "and_" : op.equals("ior") ? "or_" : "xor", x, y);
    }
  }
}
