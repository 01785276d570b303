// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import io.github.rapidsudfs.python.Operations.Operation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Calls of operations, dispatched on the classes of the arguments if static types are unknown. A
 * last argument that is a Java Integer is Python's minor version; overloads without it ignore it.
 */
public final class DynamicCalls {
  private static final Map<String, Site[]> SITES = new ConcurrentHashMap<>();
  private static final Map<Class<?>, Map<String, String>> METHODS = new ConcurrentHashMap<>();
  private static final MethodHandle LONG = filter(Ops.class, "index", long.class);
  private static final MethodHandle DOUBLE = filter(Numbers.class, "toDouble", double.class);

  private static final class Site {
    final Class<?>[] classes;
    final MethodHandle handle;

    Site(Object[] args, MethodHandle handle) {
      classes = new Class<?>[args.length];
      for (int i = 0; i < args.length; i++)
        classes[i] = args[i] == null ? null : args[i].getClass();
      this.handle = handle;
    }

    boolean fits(Object[] args) {
      if (classes.length != args.length) return false;
      for (int i = 0; i < args.length; i++) {
        if (classes[i] != (args[i] == null ? null : args[i].getClass())) return false;
      }
      return true;
    }
  }

  public static Object call(String name, Object... args) {
    Site found = null;
    for (Site site : SITES.getOrDefault(name, new Site[0])) {
      if (site.fits(args)) {
        found = site;
        break;
      }
    }
    if (found == null) {
      found = new Site(args, find(name, args));
      Site[] one = {found};
      SITES.merge(name, one, (old, more) -> old.length >= 64 ? more : concat(old, more[0]));
    }
    try {
      return (Object) found.handle.invokeExact(args);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  private static Site[] concat(Site[] old, Site more) {
    Site[] both = Arrays.copyOf(old, old.length + 1);
    both[old.length] = more;
    return both;
  }

  public static Object method(Object self, String name, Object... args) {
    Object[] all = new Object[args.length + 1];
    all[0] = self;
    System.arraycopy(args, 0, all, 1, args.length);
    return call(check(self, name), all);
  }

  /** The operation; AttributeError if there is none, before the arguments are computed. */
  public static String check(Object self, String name) {
    String found = resolve(self, name);
    if (found == null) throw Attributes.missing(self, name);
    return found;
  }

  public static Object attribute(Object self, String name) {
    if (self instanceof PyError && name.equals("args")) return new PyTuple(((PyError) self).args());
    if (self instanceof PyError && ((PyError) self).attributes.containsKey(name)) {
      return ((PyError) self).attributes.get(name);
    }
    if (self instanceof PyRecord && ((PyRecord) self).index(name) >= 0) {
      return ((PyRecord) self).get(((PyRecord) self).index(name));
    }
    String found = resolve(self, name);
    if (found == null && self instanceof PyRow && ((PyRow) self).index(name) >= 0) {
      return ((PyRow) self).get(((PyRow) self).index(name));
    }
    if (found == null) throw Attributes.missing(self, name);
    if (!Attributes.isData(name)) throw new Unsupported("a method as a value: " + name);
    return call(found, self);
  }

  /** A call of a function held as a value. */
  public static Object value(Object f, Object[] args) {
    return Sequences.function(f).call(args);
  }

  /** Checks the result of a cached function: a mutable one would be shared. */
  public static Object cached(Object result) {
    boolean mutable =
        result instanceof PyList
            || result instanceof PyDict
            || result instanceof PySet && !((PySet) result).frozenset
            || result instanceof PyDeque
            || result instanceof PyIterator;
    if (mutable) {
      throw new Unsupported("a cached function's " + Py.typeName(result) + ", which is shared");
    }
    return result;
  }

  /** Checks that an argument of such a function is hashable. */
  public static void hashable(Object argument) {
    Keys.of(argument);
  }

  /** Throws the TypeError of positional arguments for keyword-only parameters. */
  public static Object positional(String name) {
    if (!name.equals("list.sort")) throw new Unsupported("positional arguments of " + name);
    throw PyError.type("sort() takes no positional arguments");
  }

  /** Throws for keywords that a value's method does not take. */
  public static Object keywords(Object self, String name) {
    throw new Unsupported("keywords of " + check(self, name));
  }

  /** The operation that implements the method {@code name} of a value, or null. */
  private static String resolve(Object self, String name) {
    if (self == null || self instanceof PySet || self instanceof PyError) return find(self, name);
    Map<String, String> known =
        METHODS.computeIfAbsent(self.getClass(), c -> new ConcurrentHashMap<>());
    return known.computeIfAbsent(name, n -> find(self, n));
  }

  private static String find(Object self, String name) {
    boolean frozenset = self instanceof PySet && ((PySet) self).frozenset;
    if (frozenset && Sets.CHANGES.contains(name)) return null;
    String type = self instanceof PyRecord ? "tuple" : Py.shortTypeName(self);
    String found = known(type, name);
    String parent = Attributes.parent(self, type);
    return found == null && parent != null ? known(parent, name) : found;
  }

  private static String known(String type, String name) {
    String full = type + "." + name;
    return Operations.named(full).isEmpty() ? null : full;
  }

  private static MethodHandle find(String name, Object[] args) {
    List<Operation> overloads = Operations.named(name);
    if (overloads.isEmpty()) throw new Unsupported(name + " is not known");
    boolean version = args.length > 0 && args[args.length - 1] instanceof Integer;
    Object[] given = version ? Arrays.copyOf(args, args.length - 1) : args;
    Operation best = null;
    int least = Integer.MAX_VALUE;
    for (Operation o : overloads) {
      int score = o.versioned && !version ? -1 : score(o, given);
      if (score >= 0 && score < least) {
        least = score;
        best = o;
      }
    }
    if (best == null) throw CallErrors.of(name, overloads, given);
    try {
      MethodHandle handle = handle(best, given);
      int n = given.length;
      if (version && !best.versioned) handle = MethodHandles.dropArguments(handle, n, Object.class);
      return handle.asType(handle.type().generic()).asSpreader(Object[].class, args.length);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Takes these arguments, one by one, and then the version. */
  private static MethodHandle handle(Operation o, Object[] args) throws IllegalAccessException {
    MethodHandle handle = MethodHandles.publicLookup().unreflect(o.method);
    if (o.named) handle = MethodHandles.insertArguments(handle, 0, o.shortName());
    int n = args.length;
    if (o.variadic) handle = handle.asCollector(Object[].class, n - o.types.length + 1);
    for (int i = n; i < o.types.length && !o.variadic; i++) {
      handle = MethodHandles.insertArguments(handle, n, Py.ABSENT);
    }
    for (int i = 0; i < n; i++) {
      Class<?> type = handle.type().parameterType(i);
      if (type == long.class && args[i] instanceof Boolean) {
        handle = MethodHandles.filterArguments(handle, i, LONG);
      } else if (type == double.class && !(args[i] instanceof Double)) {
        handle = MethodHandles.filterArguments(handle, i, DOUBLE);
      }
    }
    return handle;
  }

  private static MethodHandle filter(Class<?> of, String name, Class<?> to) {
    try {
      return MethodHandles.lookup().findStatic(of, name, MethodType.methodType(to, Object.class));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The distance of an overload from the arguments; -1 if it does not accept them. */
  private static int score(Operation o, Object[] args) {
    int fixed = o.variadic ? o.types.length - 1 : o.types.length;
    int n = args.length;
    if (n < fixed - o.optional || n > fixed && !o.variadic) return -1;
    // A 64-bit result may throw Overflow where another overload returns a big integer.
    int score = o.method.getReturnType() == long.class ? 1000 : 0;
    score += (o.variadic ? 100 : 0) + Math.max(0, fixed - n);
    for (int i = 0; i < Math.min(n, fixed); i++) {
      int one = score(o.types[i], args[i]);
      if (one < 0) return -1;
      score += one;
    }
    return score;
  }

  private static int score(Class<?> type, Object arg) {
    if (type == Object.class) return 3;
    if (arg == null) return -1;
    if (type == long.class) return arg instanceof Long ? 0 : arg instanceof Boolean ? 4 : -1;
    if (type == boolean.class) return arg instanceof Boolean ? 0 : -1;
    if (type == double.class) {
      boolean whole = arg instanceof Long || arg instanceof BigInteger || arg instanceof Boolean;
      return arg instanceof Double ? 0 : whole ? 10000 : -1;
    }
    return type == arg.getClass() ? 0 : type.isInstance(arg) ? 1 : -1;
  }
}
