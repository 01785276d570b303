// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import io.github.rapidsudfs.python.Operations.Operation;
import java.math.BigInteger;
import java.util.List;

/** The TypeErrors of calls whose arguments fit no overload; uncertain cases are rejected. */
final class CallErrors {
  /** Methods with different error texts, because some arguments are named or are bounds. */
  private static final String KEYWORDS =
      "count|r?find|r?index|startswith|endswith|encode|expandtabs|r?split|splitlines|is_integer"
          + "|bit_count|bit_length";

  static RuntimeException of(String name, List<Operation> overloads, Object[] args) {
    String call = name.substring(name.lastIndexOf('.') + 1);
    boolean method = name.matches("(str|bytes|list|tuple|dict|set|int|float|bool)\\..*");
    // Library functions in Python fail only where they use the argument.
    Unsupported unknown = new Unsupported("the arguments of " + name);
    if (name.equals("bytes")) return ofBytes(args, unknown);
    if (!method && name.indexOf('.') >= 0) return unknown;
    boolean isText = name.startsWith("str.") && !call.equals("maketrans");
    if (isText && args.length > 0 && !(args[0] instanceof String)) {
      String is = Py.typeName(args[0]);
      return PyError.type(
          "descriptor '" + call + "' for 'str' objects doesn't apply to a '" + is + "' object");
    }
    int self = method ? 1 : 0;
    int given = args.length - self;
    if (given < 0) return PyError.type("unbound method " + name + "() needs an argument");
    int least = Integer.MAX_VALUE;
    int most = 0;
    for (Operation o : overloads) {
      int n = o.types.length - self;
      least = Math.min(least, o.variadic ? n - 1 : n - o.optional);
      most = Math.max(most, o.variadic ? Integer.MAX_VALUE : n);
      if (given <= n && given >= n - o.optional && !o.variadic) {
        PyError wrong = wrong(call, o, args, self);
        if (wrong != null) return wrong;
      }
    }
    // Only if no overload of CPython is missing here, and with the text of C's oldest parser.
    if (name.matches("bytes\\..*|pow|iter|bool|reversed|round") || call.matches(KEYWORDS)) {
      return unknown;
    }
    if (given >= least && given <= most) return unknown;
    String was = " (" + given + " given)";
    if (most == 0) return PyError.type(name + "() takes no arguments" + was);
    if (least == most && least == 1) {
      return PyError.type(name + "() takes exactly one argument" + was);
    }
    String bound = least == most ? "" : given < least ? "at least " : "at most ";
    int n = given < least ? least : most;
    return PyError.type(
        call + " expected " + bound + n + " argument" + (n == 1 ? "" : "s") + ", got " + given);
  }

  private static RuntimeException ofBytes(Object[] args, Unsupported unknown) {
    if (args.length == 0 || args.length > 3) return unknown;
    boolean isText = args[0] instanceof String;
    if (args.length > 1) {
      return !isText && args[1] instanceof String
          ? PyError.type("encoding without a string argument")
          : unknown;
    }
    if (isText) return PyError.type("string argument without an encoding");
    if (args[0] != null && !(args[0] instanceof Double)) return unknown;
    return PyError.type("cannot convert '" + Py.typeName(args[0]) + "' object to bytes");
  }

  private static PyError wrong(String call, Operation o, Object[] args, int self) {
    for (int i = self; i < args.length; i++) {
      String is = Py.typeName(args[i]);
      if (o.types[i] == String.class && !(args[i] instanceof String)) {
        String shown = args[i] == null ? "None" : is;
        if (call.matches("r?partition")) return PyError.type("must be str, not " + is);
        String which = call.startsWith("remove") ? "" : (i + 1 - self) + " ";
        return PyError.type(call + "() argument " + which + "must be str, not " + shown);
      }
      if (o.types[i] == long.class && !Ops.isInt(args[i])) {
        return PyError.type("'" + is + "' object cannot be interpreted as an integer");
      }
      if (o.types[i] == long.class && args[i] instanceof BigInteger) {
        return PyError.tooLarge("ssize_t");
      }
      if (args[i] instanceof PyObject) return null;
      if (o.types[i] == double.class && !Comparison.isNumber(args[i])) {
        return PyError.type("must be real number, not " + is);
      }
    }
    return null;
  }
}
