// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Calls of operations by the classes of the arguments, where the types are not known before. A last
 * argument that is a Java Integer is the minor version of Python; overloads without it ignore it.
 */
public final class Calls {
  /** The overload for some classes of arguments. */
  private static final class Site {
    final Class<?>[] classes;
    final MethodHandle handle;
    final Class<?>[] types;
    final boolean drop;

    Site(Class<?>[] classes, MethodHandle handle, Class<?>[] types, boolean drop) {
      this.classes = classes;
      this.handle = handle;
      this.types = types;
      this.drop = drop;
    }

    boolean fits(Object[] args) {
      if (classes.length != args.length) return false;
      for (int i = 0; i < args.length; i++) {
        if (classes[i] != (args[i] == null ? null : args[i].getClass())) return false;
      }
      return true;
    }
  }

  private static final Map<String, Site[]> SITES = new ConcurrentHashMap<>();

  /** What is read without a call; all else of that form is a method. */
  private static final Set<String> ATTRIBUTES =
      new HashSet<>(
          Arrays.asList(
              ("year month day hour minute second microsecond tzinfo fold days seconds microseconds "
                      + "min max resolution string re pos endpos lastindex lastgroup pattern flags "
                      + "groups groupindex real imag numerator denominator start stop step "
                      + "scheme netloc path params query fragment username password hostname port "
                      + "digest_size block_size name")
                  .split(" ")));

  private Calls() {}

  /** Calls the operation of that name. */
  public static Object call(String name, Object... args) {
    Site[] sites = SITES.get(name);
    if (sites != null) {
      for (Site site : sites) if (site.fits(args)) return invoke(site, args);
    }
    Site site = find(name, args);
    SITES.merge(
        name,
        new Site[] {site},
        (old, one) -> {
          if (old.length >= 64) return one;
          Site[] both = Arrays.copyOf(old, old.length + 1);
          both[old.length] = site;
          return both;
        });
    return invoke(site, args);
  }

  /** Calls {@code self.name(*args)}. */
  public static Object method(Object self, String name, Object... args) {
    String found = resolve(self, name);
    if (found == null) throw Attributes.missing(self, name);
    Object[] all = new Object[args.length + 1];
    all[0] = self;
    System.arraycopy(args, 0, all, 1, args.length);
    return call(found, all);
  }

  /** AttributeError where {@code self} has no such method: before the arguments are computed. */
  public static void check(Object self, String name) {
    if (resolve(self, name) == null) throw Attributes.missing(self, name);
  }

  /** {@code self.name}. */
  public static Object attribute(Object self, String name) {
    if (self instanceof PyError && name.equals("args")) return new PyTuple(((PyError) self).args());
    String found = resolve(self, name);
    if (found == null && self instanceof PyRow && ((PyRow) self).index(name) >= 0) {
      return ((PyRow) self).get(((PyRow) self).index(name));
    }
    if (found == null) throw Attributes.missing(self, name);
    if (!ATTRIBUTES.contains(name)) throw new Unsupported("a method as a value: " + name);
    return call(found, self);
  }

  private static final ClassValue<Map<String, String>> METHODS =
      new ClassValue<Map<String, String>>() {
        @Override
        protected Map<String, String> computeValue(Class<?> type) {
          return new ConcurrentHashMap<>();
        }
      };

  /** The operation that is the method {@code name} of a value, or null. */
  private static String resolve(Object self, String name) {
    if (self == null || self instanceof PySet || self instanceof PyError) return find(self, name);
    Map<String, String> known = METHODS.get(self.getClass());
    String found = known.get(name);
    if (found != null) return found;
    found = find(self, name);
    if (found != null) known.put(name, found);
    return found;
  }

  private static String find(Object self, String name) {
    String type = Py.typeName(self);
    type = type.substring(type.lastIndexOf('.') + 1);
    if (self instanceof PySet && ((PySet) self).frozenset) {
      return Sets.CHANGES.contains(name) ? null : known("set", name);
    }
    String found = known(type, name);
    if (found != null) return found;
    if (self instanceof PyError) return known("error", name);
    switch (type) {
      case "datetime":
        return known("date", name);
      case "bool":
        return known("int", name);
      case "Row":
        return known("tuple", name);
      default:
        return null;
    }
  }

  private static String known(String type, String name) {
    String full = type + "." + name;
    return Operations.named(full).isEmpty() ? null : full;
  }

  private static Object invoke(Site site, Object[] args) {
    Object[] all = site.drop ? Arrays.copyOf(args, args.length - 1) : args;
    boolean copied = site.drop;
    for (int i = 0; i < all.length && i < site.types.length; i++) {
      Class<?> type = site.types[i];
      if (type == long.class && all[i] instanceof Boolean
          || type == double.class && !(all[i] instanceof Double)) {
        if (!copied) all = all.clone();
        copied = true;
        all[i] = type == long.class ? (Object) ((Boolean) all[i] ? 1L : 0L) : toDouble(all[i]);
      }
    }
    try {
      return (Object) site.handle.invokeExact(all);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  private static double toDouble(Object value) {
    return Numbers.toDouble(value);
  }

  private static Site find(String name, Object[] args) {
    List<Operations.Operation> overloads = Operations.named(name);
    if (overloads.isEmpty()) throw new Unsupported(name + " is not known");
    boolean version = args.length > 0 && args[args.length - 1] instanceof Integer;
    Operations.Operation best = null;
    int least = Integer.MAX_VALUE;
    for (Operations.Operation o : overloads) {
      boolean drop = version && !o.versioned;
      int score = score(o, args, drop ? args.length - 1 : args.length);
      if (score >= 0 && score < least) {
        least = score;
        best = o;
      }
    }
    if (best == null) {
      throw CallErrors.of(name, overloads, version ? Arrays.copyOf(args, args.length - 1) : args);
    }
    Class<?>[] classes = new Class<?>[args.length];
    for (int i = 0; i < args.length; i++) classes[i] = args[i] == null ? null : args[i].getClass();
    boolean drop = version && !best.versioned;
    return new Site(classes, handle(best, drop ? args.length - 1 : args.length), best.types, drop);
  }

  private static MethodHandle handle(Operations.Operation o, int n) {
    try {
      MethodHandle handle = MethodHandles.publicLookup().unreflect(o.method);
      int fixed = o.types.length;
      handle = o.variadic ? handle.asCollector(Object[].class, n - fixed + 1) : handle;
      return handle.asType(handle.type().generic()).asSpreader(Object[].class, n);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  /** How far an overload is from the arguments; -1: it does not take them. */
  private static int score(Operations.Operation o, Object[] args, int n) {
    int fixed = o.variadic ? o.types.length - 1 : o.types.length;
    if (o.variadic ? n < fixed : n != fixed) return -1;
    // A result in 64 bits may throw Overflow where another overload gives a big integer.
    int score = o.method.getReturnType() == long.class ? 1000 : 0;
    score += o.variadic ? 100 : 0;
    for (int i = 0; i < fixed; i++) {
      int one = score(o.types[i], args[i]);
      if (one < 0) return -1;
      score += one;
    }
    return score;
  }

  private static int score(Class<?> type, Object arg) {
    if (type == Object.class) return arg instanceof Integer ? -1 : 3;
    if (arg == null) return -1;
    if (type == long.class) return arg instanceof Long ? 0 : arg instanceof Boolean ? 4 : -1;
    if (type == boolean.class) return arg instanceof Boolean ? 0 : -1;
    if (type == int.class) return arg instanceof Integer ? 0 : -1;
    if (type == double.class) {
      if (arg instanceof Double) return 0;
      boolean whole = arg instanceof Long || arg instanceof BigInteger || arg instanceof Boolean;
      return whole ? 10000 : -1;
    }
    return type == arg.getClass() ? 0 : type.isInstance(arg) ? 1 : -1;
  }
}
