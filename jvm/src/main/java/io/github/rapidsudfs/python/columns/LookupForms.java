// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python.columns;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.OrderByArg;
import ai.rapids.cudf.OutOfBoundsPolicy;
import ai.rapids.cudf.Scalar;
import ai.rapids.cudf.Table;
import io.github.rapidsudfs.columns.Columns;
import io.github.rapidsudfs.python.DynamicCalls;
import io.github.rapidsudfs.python.PyDict;
import io.github.rapidsudfs.python.PySet;
import io.github.rapidsudfs.python.PyTuple;
import io.github.rapidsudfs.python.columns.ColumnPlan.Run;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;

/** The columnar forms of lookups in constant dictionaries and collections. */
public final class LookupForms {
  private static final int MOST = 100_000;

  /** Up to this many constants are compared one by one. */
  private static final int MOST_COMPARED = 64;

  /** Beyond this, a single search is cheaper than comparisons. */
  private static final int FEW = 4;

  private LookupForms() {}

  /** {@code d[key]}. */
  static Col item(MaskedWriter c, PyDict dict, Col key) {
    return new Dictionary(c, dict, key).value(null);
  }

  /** {@code x[i]} for a constant list or tuple. */
  static Col item(MaskedWriter c, Iterable<?> all, Col index) {
    List<Object> items = items(c, all);
    int width = width(items);
    if (width > 0) {
      List<Col> parts = new ArrayList<>();
      for (int k = 0; k < width; k++) {
        List<Object> column = new ArrayList<>();
        for (Object item : items) column.add(((PyTuple) item).get(k));
        parts.add(item(c, column, index));
      }
      return Col.tuple(parts);
    }
    Values values = new Values(c, items);
    int n = values.all.size();
    Col at = ItemForms.fromStart(c, NumberForms.integer(c, index), Col.constant((long) n));
    if (!at.isWithin(0, n - 1)) {
      c.raise("IndexError", c.or(c.is(BinaryOp.LESS, at, 0), c.is(BinaryOp.GREATER_EQUAL, at, n)));
    }
    return values.at(at);
  }

  /** The common length of the constants if all are tuples; else 0. */
  private static int width(List<Object> items) {
    int width = 0;
    for (Object item : items) {
      int own = item instanceof PyTuple ? ((PyTuple) item).size() : 0;
      if (own == 0 || width > 0 && own != width) return 0;
      width = own;
    }
    return width;
  }

  public static Col get(MaskedWriter c, Col dict, Col key) {
    return get(c, dict, key, Col.NONE);
  }

  public static Col get(MaskedWriter c, Col dict, Col key, Col other) {
    if (!(dict.constant instanceof PyDict)) throw c.refuse("get() of " + dict.name());
    return new Dictionary(c, (PyDict) dict.constant, key).value(other);
  }

  private static List<Object> items(MaskedWriter c, Object collection) {
    Iterable<?> all;
    if (collection instanceof PySet) all = ((PySet) collection).elements();
    else if (collection instanceof Iterable) all = (Iterable<?>) collection;
    else throw c.refuse("a lookup in this constant");
    List<Object> items = new ArrayList<>();
    for (Object item : all) items.add(item);
    if (items.size() > MOST) throw c.refuse("a lookup among more than " + MOST + " constants");
    return items;
  }

  /** Whether a value is an item of a collection, or a key. */
  static Col isIn(MaskedWriter c, Object collection, Col item) {
    List<Object> items = items(c, collection);
    if (item.kind == Kind.TUPLE) return isTupleIn(c, items, item);
    Col none = items.contains(null) ? c.isNone(item) : Col.FALSE;
    if (item.kind == Kind.NONE) return none;
    Kind kind = item.kind == Kind.DATE ? Kind.DATE : known(c, item);
    List<Object> alike = new ArrayList<>();
    for (Object one : items) {
      Kind of = Kind.of(one);
      boolean number = of == null || of.isNumber();
      if (of == kind) alike.add(one);
      else if (kind.isNumber() && number) throw c.refuse(item.name() + " among other numbers");
    }
    if (alike.isEmpty()) return none;
    boolean compared = kind == Kind.FLOAT || kind == Kind.DATE;
    if (compared && alike.size() > MOST_COMPARED) throw c.refuse("a look-up of " + item.name());
    if (compared || alike.size() <= FEW) {
      Col found = none;
      for (Object one : alike) {
        found = c.or(found, c.is(BinaryOp.EQUAL, item, Col.constant(one)));
      }
      return found;
    }
    Run run = (scope, rows, in) -> in[0].contains(scope.own(constants(kind, alike)));
    int price = kind == Kind.STR ? 1000 : 300;
    return c.or(
        none,
        c.holds(
            c.step("among " + Col.keys(kind, alike), Kind.BOOL, item.nulls, 6, price, run, item)));
  }

  private static Col isTupleIn(MaskedWriter c, List<Object> items, Col tuple) {
    if (items.size() > MOST_COMPARED) throw c.refuse("a tuple among that many constants");
    Col found = Col.FALSE;
    for (Object one : items) {
      if (one instanceof PyTuple && ((PyTuple) one).size() == tuple.parts.size()) {
        Col parts = Col.tuple(ListColumns.parts(Col.constant(one)));
        found = c.or(found, ComparisonForms.eq(c, tuple, parts));
      }
    }
    return found;
  }

  public static Col bisect(MaskedWriter c, Col all, Col x) {
    return bisect_right(c, all, x);
  }

  /** The number of sorted constants that are not greater. */
  public static Col bisect_right(MaskedWriter c, Col all, Col x) {
    Col some = c.need(x, "TypeError");
    return counted(c, all, limit -> c.not(ComparisonForms.lt(c, some, limit)));
  }

  /** The number of sorted constants that are less. */
  public static Col bisect_left(MaskedWriter c, Col all, Col x) {
    Col some = c.need(x, "TypeError");
    return counted(c, all, limit -> ComparisonForms.lt(c, limit, some));
  }

  private static Col counted(MaskedWriter c, Col all, UnaryOperator<Col> mask) {
    Col sum = Col.constant(0L);
    for (Col limit : sorted(c, all)) {
      sum = NumberForms.add(c, sum, NumberForms.integer(c, mask.apply(limit)));
    }
    return sum;
  }

  private static List<Col> sorted(MaskedWriter c, Col all) {
    List<Col> limits = all.isConstant() ? ListColumns.parts(all) : null;
    if (limits == null || limits.size() > MOST_COMPARED)
      throw c.refuse("bisect among computed values");
    for (int i = 1; i < limits.size(); i++) {
      Object[] two = {limits.get(i).constant, limits.get(i - 1).constant};
      if ((Boolean) DynamicCalls.call("operator.lt", two))
        throw c.refuse("bisect of an unsorted list");
    }
    return limits;
  }

  private static Kind known(MaskedWriter c, Col key) {
    boolean known = key.kind == Kind.STR || key.kind == Kind.INT || key.kind == Kind.FLOAT;
    if (key.isConstant() || !known) throw c.refuse("a look-up of " + key.name());
    return key.kind;
  }

  private static ColumnVector constants(Kind kind, List<Object> values) {
    Object[] all = values.toArray();
    switch (kind) {
      case STR:
        return ColumnVector.fromStrings(Arrays.copyOf(all, all.length, String[].class));
      case INT:
        return ColumnVector.fromBoxedLongs(Arrays.copyOf(all, all.length, Long[].class));
      case FLOAT:
        return ColumnVector.fromBoxedDoubles(Arrays.copyOf(all, all.length, Double[].class));
      default:
        return ColumnVector.fromBoxedBooleans(Arrays.copyOf(all, all.length, Boolean[].class));
    }
  }

  /** A dictionary whose keys have the type of the value looked up. */
  private static final class Dictionary {
    private final MaskedWriter c;
    private final Col key;
    private final List<Object> keys = new ArrayList<>();
    private final Values values;

    Dictionary(MaskedWriter c, PyDict dict, Col key) {
      this.c = c;
      this.key = key;
      Kind wanted = key.kind == Kind.NONE ? Kind.NONE : known(c, key);
      List<Object> all = items(c, dict);
      for (Object one : all) {
        if (Kind.of(one) != wanted) throw c.refuse("a dictionary with keys of other types");
      }
      if (wanted == Kind.INT) all.sort(Comparator.comparing(o -> (Long) o));
      else if (wanted == Kind.FLOAT) sort(all);
      else all.sort((a, b) -> Arrays.compareUnsigned(bytes(a), bytes(b)));
      keys.addAll(all);
      List<Object> found = new ArrayList<>();
      for (Object one : all) found.add(DynamicCalls.call("dict.get", dict, one));
      values = new Values(c, found);
    }

    /** As in libcudf, which may order -0.0 before 0.0; both zeros find 0.0. */
    private static void sort(List<Object> floats) {
      floats.replaceAll(o -> (Double) o + 0.0);
      floats.sort(Comparator.comparing(o -> (Double) o));
    }

    private static byte[] bytes(Object text) {
      return ((String) text).getBytes(StandardCharsets.UTF_8);
    }

    /** The value of the key; a default or a KeyError if there is none. */
    Col value(Col other) {
      int n = keys.size();
      Col place =
          c.step(
              "place among " + Col.keys(key.kind, keys),
              Kind.INT,
              false,
              8,
              900,
              this::places,
              key);
      Col missing = c.is(BinaryOp.EQUAL, place, n);
      if (other == null) c.raise("KeyError", missing);
      Col value = values.at(place);
      if (other == null) return value;
      return other.kind == Kind.NONE ? value.orNone(true) : c.select(missing, other, value);
    }

    /** The position of each key; the number of keys if it is absent. */
    private ColumnVector places(Columns scope, int rows, ColumnVector[] in) {
      Table sorted = scope.own(new Table(scope.own(constants(key.kind, keys))));
      Table sought = scope.own(new Table(in[0]));
      ColumnVector bound = scope.own(sorted.lowerBound(sought, OrderByArg.asc(0)));
      Table near = scope.own(sorted.gather(bound, OutOfBoundsPolicy.NULLIFY));
      ColumnVector equal = scope.own(near.getColumn(0).equalTo(in[0]));
      ColumnVector found = scope.own(equal.replaceNulls(scope.own(Scalar.fromBool(false))));
      ColumnVector wide = scope.own(bound.castTo(Kind.INT.type()));
      return found.ifElse(wide, scope.own(Scalar.fromLong(keys.size())));
    }
  }

  /** Constants of one type, or None, to choose from. */
  private static final class Values {
    private final MaskedWriter c;
    private final List<Object> all;
    private Kind kind = Kind.NONE;

    Values(MaskedWriter c, List<Object> all) {
      this.c = c;
      this.all = all;
      for (Object value : all) {
        Kind of = Kind.of(value);
        if (of == null || of != Kind.NONE && kind != Kind.NONE && of != kind) {
          throw c.refuse("a choice of constants that are not of one type, or are collections");
        }
        kind = of == Kind.NONE ? kind : of;
      }
      if (kind == Kind.NONE) throw c.refuse("a choice among no constants");
    }

    /** The value at a position; null beyond the last one. */
    Col at(Col place) {
      if (place.isConstant()) {
        long i = place.least;
        return i < 0 || i >= all.size() ? Col.NONE : Col.constant(all.get((int) i));
      }
      Col known = c.known(place, Col.constant(0L));
      Col value = c.step("of " + Col.keys(kind, all), kind, true, 3, 300, this::gathered, known);
      if (kind == Kind.INT) {
        long[] ints = all.stream().filter(v -> v != null).mapToLong(v -> (Long) v).toArray();
        value =
            value.within(
                Arrays.stream(ints).min().getAsLong(), Arrays.stream(ints).max().getAsLong());
      }
      return value.orNone(all.contains(null));
    }

    private ColumnVector gathered(Columns scope, int rows, ColumnVector[] in) {
      Table table = scope.own(new Table(scope.own(constants(kind, all))));
      Table found = scope.own(table.gather(in[0], OutOfBoundsPolicy.NULLIFY));
      return found.getColumn(0).incRefCount();
    }
  }
}
