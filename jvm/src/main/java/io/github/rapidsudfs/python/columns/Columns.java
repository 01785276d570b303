// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python.columns;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.python.PyType;
import io.github.rapidsudfs.python.columns.ColumnPlan.Run;
import io.github.rapidsudfs.python.columns.ColumnPlan.Step;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes a {@link ColumnPlan}: a program in which each operation is computed for all rows, and
 * masks say for which rows it matters. The same step of the same columns is written once.
 *
 * <p>A mask is a BOOL without nulls. An operation says of rows that it cannot decide that they are
 * {@link #odd}, and of those for which Python raises that they {@link #raise}; what it gives for
 * them does not matter.
 */
public final class Columns {

  /** Who catches what is raised. */
  public interface Catcher {
    /**
     * @param rows not empty; from now on they do not matter to what follows
     */
    void raised(PyType type, Col rows);
  }

  private final List<Step> steps = new ArrayList<>();
  private final Map<String, Integer> known = new HashMap<>();
  private final Map<Integer, Col> negated = new HashMap<>();
  private final int arguments;

  /** Texts of ASCII alone. */
  private final Set<Integer> ascii = new HashSet<>();

  /** The rows that run what is written now. */
  private Col live = Col.TRUE;

  private Col odd = Col.FALSE;

  /** The columns that are not None in the live rows, whatever they may be in others. */
  private Set<Integer> present = Set.of();

  public Deque<Catcher> catchers = new ArrayDeque<>();

  /** A column with as many rows as those that are written now; null for those of the batch. */
  Col shape;

  public Columns(int arguments) {
    this.arguments = arguments;
    for (int i = 0; i < arguments; i++) {
      int at = i;
      steps.add(
          new Step("argument", new int[0], Price.NOTHING, (rows, args) -> args[at].incRefCount()));
    }
  }

  /** An argument's column as it is. */
  public Col argument(int index, Kind kind) {
    return Col.of(kind, index, true).orNone(true);
  }

  public Col live() {
    return live;
  }

  public void setLive(Col rows) {
    live = rows;
  }

  public Set<Integer> present() {
    return present;
  }

  public void setPresent(Set<Integer> steps) {
    present = steps;
  }

  public boolean mayBeNone(Col a) {
    return a.none && (a.isConstant() || !present.contains(a.step));
  }

  /** Where a value is None, in rows that matter. */
  public Col isNone(Col a) {
    return mayBeNone(a) ? isNull(a) : Col.FALSE;
  }

  /** The value in the rows where it is not None; the exception of others. */
  public Col need(Col a, String error) {
    if (mayBeNone(a)) {
      raise(error, isNull(a));
      present = with(present, a);
    }
    return a.orNone(false);
  }

  public static Set<Integer> with(Set<Integer> present, Col a) {
    if (a.isConstant()) return present;
    Set<Integer> more = new HashSet<>(present);
    more.add(a.step);
    return more;
  }

  public Col odd() {
    return odd;
  }

  /** The row body computes these rows, if they matter. */
  public void odd(Col where) {
    odd = or(odd, and(live, where));
  }

  /** An exception of Python, where the rows matter. */
  public void raise(String type, Col where) {
    Col rows = and(live, where);
    if (rows.isFalse()) return;
    if (catchers.isEmpty()) {
      // The row body raises it, with its message.
      odd = or(odd, rows);
      return;
    }
    catchers.peek().raised(PyType.named(type), rows);
    live = andNot(live, rows);
  }

  /** As {@link #raise}, of rows that no longer run what is written now. */
  public void pass(PyType type, Col rows) {
    if (rows.isFalse()) return;
    if (catchers.isEmpty()) odd = or(odd, rows);
    else catchers.peek().raised(type, rows);
  }

  public NoColumns refuse(String reason) {
    return new NoColumns(reason);
  }

  /** Other rows are written from now on. */
  void enter(
      Col rows, Col oddRows, Set<Integer> notNone, Deque<Catcher> catching, Col shapeOfRows) {
    live = rows;
    odd = oddRows;
    present = notNone;
    catchers = catching;
    shape = shapeOfRows;
  }

  Col asAscii(Col texts) {
    ascii.add(texts.step);
    return texts;
  }

  boolean isAscii(Col texts) {
    return ascii.contains(texts.step);
  }

  /** The plan; its outputs are the result, and the odd rows unless there are none. */
  public ColumnPlan plan(Col... results) {
    List<Integer> outputs = new ArrayList<>();
    for (Col result : results) outputs.add(column(result, null).step);
    return new ColumnPlan(steps, arguments, outputs.stream().mapToInt(Integer::intValue).toArray());
  }

  /**
   * A step.
   *
   * @param name with what it depends on beside its columns
   * @param in columns, no constants
   */
  Col step(
      String name, Kind kind, boolean nulls, int launches, int instructions, Run run, Col... in) {
    StringBuilder key = new StringBuilder(name);
    int[] inputs = new int[in.length];
    for (int i = 0; i < in.length; i++) {
      inputs[i] = in[i].step;
      key.append(' ').append(in[i].key());
    }
    Integer found = known.get(key.toString());
    if (found == null) {
      found = steps.size();
      steps.add(new Step(name, inputs, new Price(launches, instructions), run));
      known.put(key.toString(), found);
    }
    return Col.of(kind, found, nulls);
  }

  /** A step of one kernel of a fixed-width type. */
  private Col plain(String name, Kind kind, boolean nulls, Run run, Col... in) {
    return step(name, kind, nulls, 1, 70, run, in);
  }

  /**
   * A constant as a column; any other as it is.
   *
   * @param kind of the column of None
   */
  Col column(Col value, Kind kind) {
    if (!value.isConstant()) return value;
    Kind of = value.kind == Kind.NONE ? kind : value.kind;
    if (of == null) throw refuse("a constant of such a type");
    Object constant = value.constant;
    Run run =
        (rows, in) -> {
          try (Scalar scalar = of.scalar(constant)) {
            return ColumnVector.fromScalar(
                scalar, in.length == 0 ? rows : (int) in[0].getRowCount());
          }
        };
    Col[] like = shape == null ? new Col[0] : new Col[] {shape};
    return step("all " + of + value.key(), of, value.none, 1, 20, run, like).orNone(value.none);
  }

  /** A column without nulls: they become a constant. */
  Col known(Col value, Col constant) {
    if (!value.nulls) return value;
    Run run =
        (rows, in) -> {
          try (Scalar scalar = constant.kind.scalar(constant.constant)) {
            return in[0].replaceNulls(scalar);
          }
        };
    String name = "known " + constant.key();
    return step(name, value.kind, false, 1, value.kind == Kind.STR ? 900 : 40, run, value)
        .within(value.least, value.most);
  }

  public Col and(Col a, Col b) {
    if (a.isFalse() || b.isFalse()) return Col.FALSE;
    if (a.isTrue() || a.step == b.step && !a.isConstant()) return b;
    if (b.isTrue()) return a;
    return plain("and", Kind.BOOL, false, (rows, in) -> in[0].and(in[1]), a, b);
  }

  public Col or(Col a, Col b) {
    if (a.isTrue() || b.isTrue()) return Col.TRUE;
    if (a.isFalse() || a.step == b.step && !a.isConstant()) return b;
    if (b.isFalse()) return a;
    return plain("or", Kind.BOOL, false, (rows, in) -> in[0].or(in[1]), a, b);
  }

  public Col not(Col a) {
    if (a.isConstant()) return Col.constant(!a.isTrue());
    if (negated.containsKey(a.step)) return negated.get(a.step);
    Col not = plain("not", Kind.BOOL, a.nulls, (rows, in) -> in[0].not(), a);
    negated.put(a.step, not);
    negated.put(not.step, a);
    return not;
  }

  public Col andNot(Col a, Col b) {
    return and(a, not(b));
  }

  public Col isNull(Col a) {
    if (a.isConstant()) return Col.constant(a.none);
    if (!a.nulls) return Col.FALSE;
    return step("is null", Kind.BOOL, false, 1, 33, (rows, in) -> in[0].isNull(), a);
  }

  /** A mask of a column of booleans: true where it is. */
  public Col holds(Col a) {
    if (a.isConstant()) return Col.constant(a.isTrue());
    if (!a.nulls) return a;
    Run run =
        (rows, in) -> {
          try (Scalar no = Scalar.fromBool(false)) {
            return in[0].replaceNulls(no);
          }
        };
    return step("holds", Kind.BOOL, false, 1, 40, run, a);
  }

  /** One of two values, in each row. */
  public Col select(Col mask, Col a, Col b) {
    if (mask.isTrue() || same(a, b)) return a;
    if (mask.isFalse()) return b;
    if (a.kind == Kind.NONE && b.kind == Kind.NONE) return a;
    Kind kind = a.kind == Kind.NONE ? b.kind : a.kind;
    if (kind == null || b.kind != Kind.NONE && b.kind != kind) {
      throw refuse("a value of type " + name(a) + " or " + name(b));
    }
    if (kind == Kind.BOOL && !a.nulls && !b.nulls) {
      if (a.isTrue()) return or(mask, b);
      if (b.isFalse()) return and(mask, a);
      if (a.isFalse()) return andNot(b, mask);
      if (b.isTrue()) return or(not(mask), a);
    }
    if (kind == Kind.TUPLE) return tuples(mask, a, b);
    if (kind == Kind.LIST && (a.isConstant() || b.isConstant() || a.item != b.item)) {
      throw refuse("a list or something else");
    }
    Col made = ifElse(mask, kind, a, b);
    Col bounded =
        a.kind == Kind.INT && b.kind == Kind.INT
            ? made.within(Math.min(a.least, b.least), Math.max(a.most, b.most))
            : a.kind == Kind.INT && b.kind == Kind.NONE
                ? made.within(a.least, a.most)
                : b.kind == Kind.INT && a.kind == Kind.NONE ? made.within(b.least, b.most) : made;
    return (kind == Kind.LIST ? made.itemsLike(Col.of(a.item, -1, false)) : bounded)
        .orNone(a.none || b.none);
  }

  private Col tuples(Col mask, Col a, Col b) {
    if (a.kind != b.kind || a.parts.size() != b.parts.size()) throw refuse("different tuples");
    List<Col> parts = new ArrayList<>();
    for (int i = 0; i < a.parts.size(); i++) {
      parts.add(select(mask, a.parts.get(i), b.parts.get(i)));
    }
    return Col.tuple(parts);
  }

  private Col ifElse(Col mask, Kind kind, Col a, Col b) {
    boolean text = kind == Kind.STR || kind == Kind.LIST;
    boolean[] is = {a.isConstant(), b.isConstant()};
    Object[] constants = {a.constant, b.constant};
    Run run =
        (rows, in) -> {
          int next = is[0] ? 1 : 2;
          try (Scalar x = is[0] ? kind.scalar(constants[0]) : null;
              Scalar y = is[1] ? kind.scalar(constants[1]) : null) {
            if (x != null) return y != null ? in[0].ifElse(x, y) : in[0].ifElse(x, in[next]);
            return y != null ? in[0].ifElse(in[1], y) : in[0].ifElse(in[1], in[next]);
          }
        };
    List<Col> in = new ArrayList<>(List.of(mask));
    if (!is[0]) in.add(a);
    if (!is[1]) in.add(b);
    String name = "select " + (is[0] ? a.key() : "") + "/" + (is[1] ? b.key() : "");
    return step(
        name,
        kind,
        a.nulls || b.nulls,
        text ? 8 : 1,
        text ? 2400 : 68,
        run,
        in.toArray(new Col[0]));
  }

  public static boolean same(Col a, Col b) {
    return a == b || a.key().equals(b.key());
  }

  /** Python's name of a type. */
  public static String name(Col a) {
    return a.kind == null ? "constant" : a.kind.name().toLowerCase(java.util.Locale.ROOT);
  }

  /** A binary operation of cuDF; not of two constants. */
  Col binary(BinaryOp op, Kind kind, Col a, Col b) {
    DType type = kind.type();
    boolean text = a.kind == Kind.STR;
    boolean nulls = a.nulls || b.nulls;
    String name = op + "";
    if (a.isConstant()) {
      Run run =
          (rows, in) -> {
            try (Scalar x = a.kind.scalar(a.constant)) {
              return x.binaryOp(op, in[0], type);
            }
          };
      return step(name + " " + kind + a.key() + " of", kind, nulls, 1, text ? 100 : 85, run, b);
    }
    if (b.isConstant()) {
      Run run =
          (rows, in) -> {
            try (Scalar y = b.kind.scalar(b.constant)) {
              return in[0].binaryOp(op, y, type);
            }
          };
      return step(name + " " + kind + b.key(), kind, nulls, 1, text ? 100 : 85, run, a);
    }
    Run run = (rows, in) -> in[0].binaryOp(op, in[1], type);
    return step(name + " " + kind, kind, nulls, 1, text ? 100 : 85, run, a, b);
  }

  /** A mask of a comparison, true where it holds. */
  Col is(BinaryOp op, Col a, Col b) {
    return holds(binary(op, Kind.BOOL, a, b));
  }

  Col is(BinaryOp op, Col a, long b) {
    return is(op, a, Col.constant(b));
  }

  /** The column in cuDF's type of another kind. */
  Col cast(Col a, Kind kind, int instructions) {
    DType type = kind.type();
    Run run = (rows, in) -> in[0].castTo(type);
    return step("as " + kind, kind, a.nulls, 1, instructions, run, a);
  }

  /** A column of a type that Spark has, of one that Python has. */
  public Col converted(Col a, Kind kind, DType type) {
    Run run = (rows, in) -> in[0].castTo(type);
    return step("as " + type, kind, a.nulls, 1, 40, run, a).orNone(a.none);
  }
}
