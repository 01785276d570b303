// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python.columns;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.python.PyTuple;
import io.github.rapidsudfs.python.columns.ColumnPlan.Run;
import io.github.rapidsudfs.python.columns.ColumnPlan.Step;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes the steps of a {@link ColumnPlan}, sharing identical steps on the same columns, and the
 * basic ones: masks, choices between two values, binary operations.
 */
public abstract class PlanWriter {
  /** The typical number of items of a list. */
  public static final int ITEMS = 8;

  private final List<Step> steps = new ArrayList<>();
  private final Map<String, Integer> known = new HashMap<>();
  private final Map<Integer, Col> negated = new HashMap<>();
  private final int arguments;

  /** The steps whose strings are all ASCII. */
  private final Set<Integer> ascii = new HashSet<>();

  /** A column with the current row count; null for that of the batch. */
  Col shape;

  PlanWriter(int arguments) {
    this.arguments = arguments;
    for (int i = 0; i < arguments; i++) {
      int at = i;
      steps.add(
          new Step(
              "argument",
              new int[0],
              Price.NOTHING,
              (scope, rows, args) -> args[at].incRefCount()));
    }
  }

  /** An argument's column, unchanged. */
  public Col argument(int index, Kind kind) {
    return Col.of(kind, index, true).orNone(true);
  }

  public NoColumns refuse(String reason) {
    return new NoColumns(reason);
  }

  Col asAscii(Col texts) {
    ascii.add(texts.step);
    return texts;
  }

  /** Marks strings, or lists of strings, as ASCII if others are. */
  Col asciiLike(Col texts, Col others) {
    return isAscii(others) ? asAscii(texts) : texts;
  }

  boolean isAscii(Col texts) {
    return ascii.contains(texts.step);
  }

  /** The plan; its outputs are the result and, unless there are none, the odd rows. */
  public ColumnPlan plan(Col... results) {
    List<Integer> outputs = new ArrayList<>();
    for (Col result : results) outputs.add(column(result, null).step);
    return new ColumnPlan(steps, arguments, outputs.stream().mapToInt(Integer::intValue).toArray());
  }

  /**
   * A step.
   *
   * @param name including everything that it depends on besides its columns
   * @param instructions per row; where rows are items of lists, per item unless it works on lists
   * @param in columns, not constants
   */
  Col step(
      String name, Kind kind, boolean nulls, int launches, int instructions, Run run, Col... in) {
    StringBuilder key = new StringBuilder(name);
    int[] inputs = new int[in.length];
    for (int i = 0; i < in.length; i++) {
      if (in[i].isConstant()) throw refuse("an operation on constants alone");
      inputs[i] = in[i].step;
      key.append(' ').append(in[i].key());
    }
    Integer found = known.get(key.toString());
    if (found == null) {
      found = steps.size();
      boolean ofLists = Arrays.stream(in).anyMatch(col -> col.kind == Kind.LIST);
      int times = shape == null || ofLists ? 1 : ITEMS;
      steps.add(new Step(name, inputs, new Price(launches, instructions * times), run));
      known.put(key.toString(), found);
    }
    return Col.of(kind, found, nulls);
  }

  /** A step with a single kernel of a fixed-width type. */
  private Col plain(String name, Kind kind, boolean nulls, Run run, Col... in) {
    return step(name, kind, nulls, 1, 70, run, in);
  }

  /**
   * A constant as a column; other values unchanged.
   *
   * @param kind of the column for None
   */
  Col column(Col value, Kind kind) {
    if (!value.isConstant()) return value;
    Kind of = value.kind == Kind.NONE ? kind : value.kind;
    if (of == null) throw refuse("a constant of this type");
    Object constant = value.constant;
    Run run =
        (scope, rows, in) ->
            ColumnVector.fromScalar(
                scope.own(of.scalar(constant)), in.length == 0 ? rows : (int) in[0].getRowCount());
    return step("all " + of + value.key(), of, value.none, 1, 20, run, like()).orNone(value.none);
  }

  /** The input of a step without columns: it has their row count, unless that is the batch's. */
  Col[] like() {
    return shape == null ? new Col[0] : new Col[] {shape};
  }

  /** A column without nulls, which are replaced by a constant. */
  Col known(Col value, Col constant) {
    if (!value.nulls) return value;
    Run run =
        (scope, rows, in) -> in[0].replaceNulls(scope.own(constant.kind.scalar(constant.constant)));
    String name = "known " + constant.key();
    return step(name, value.kind, false, 1, value.kind == Kind.STR ? 900 : 40, run, value)
        .within(value.least, value.most);
  }

  public Col and(Col a, Col b) {
    if (a.isFalse() || b.isFalse()) return Col.FALSE;
    if (a.isTrue() || a.step == b.step && !a.isConstant()) return b;
    if (b.isTrue()) return a;
    return plain("and", Kind.BOOL, false, (scope, rows, in) -> in[0].and(in[1]), a, b);
  }

  public Col or(Col a, Col b) {
    if (a.isTrue() || b.isTrue()) return Col.TRUE;
    if (a.isFalse() || a.step == b.step && !a.isConstant()) return b;
    if (b.isFalse()) return a;
    return plain("or", Kind.BOOL, false, (scope, rows, in) -> in[0].or(in[1]), a, b);
  }

  public Col not(Col a) {
    if (a.isConstant()) return Col.constant(!a.isTrue());
    if (negated.containsKey(a.step)) return negated.get(a.step);
    Col not = plain("not", Kind.BOOL, a.nulls, (scope, rows, in) -> in[0].not(), a);
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
    Col is = step("is null", Kind.BOOL, false, 1, 33, (scope, rows, in) -> in[0].isNull(), a);
    if (!negated.containsKey(is.step)) {
      Run run = (scope, rows, in) -> in[0].isNotNull();
      Col not = step("is not null", Kind.BOOL, false, 1, 33, run, a);
      negated.put(is.step, not);
      negated.put(not.step, is);
    }
    return is;
  }

  /** A mask of a boolean column: true where its value is true. */
  public Col holds(Col a) {
    if (a.isConstant()) return Col.constant(a.isTrue());
    if (!a.nulls) return a;
    Run run = (scope, rows, in) -> in[0].replaceNulls(scope.own(Scalar.fromBool(false)));
    return step("holds", Kind.BOOL, false, 1, 40, run, a);
  }

  /** A choice between two values for each row. */
  public Col select(Col mask, Col a, Col b) {
    if (mask.isTrue()) return a;
    if (mask.isFalse()) return b;
    // A branch's knowledge that the value is not None holds only there.
    if (a.same(b)) return a.orNone(a.none || b.none);
    if (ListColumns.isList(a) || ListColumns.isList(b)) return ListColumns.select(this, mask, a, b);
    if (a.kind == Kind.TUPLE ^ b.kind == Kind.TUPLE) return select(mask, spelt(a), spelt(b));
    if (a.kind == Kind.NONE && b.kind == Kind.NONE) return a;
    Kind kind = a.kind == Kind.NONE ? b.kind : a.kind;
    if (kind == null || b.kind != Kind.NONE && b.kind != kind) {
      throw refuse("a value of type " + a.name() + " or " + b.name());
    }
    if (kind == Kind.BOOL && !a.nulls && !b.nulls) {
      if (a.isTrue()) return or(mask, b);
      if (b.isFalse()) return and(mask, a);
      if (a.isFalse()) return andNot(b, mask);
      if (b.isTrue()) return or(not(mask), a);
    }
    if (kind == Kind.TUPLE) return tuples(mask, a, b);
    if (kind == Kind.SET) throw refuse("a set or another one");
    Col made = ifElse(mask, kind, a, b);
    Col bounded =
        a.kind == Kind.INT && b.kind == Kind.INT
            ? made.within(Math.min(a.least, b.least), Math.max(a.most, b.most))
            : a.kind == Kind.INT && b.kind == Kind.NONE
                ? made.within(a.least, a.most)
                : b.kind == Kind.INT && a.kind == Kind.NONE ? made.within(b.least, b.most) : made;
    return bounded.orNone(a.none || b.none);
  }

  /** A constant tuple as a tuple of constants. */
  private Col spelt(Col a) {
    if (a.kind == Kind.TUPLE) return a;
    if (!(a.constant instanceof PyTuple)) throw refuse("a tuple or " + a.name());
    List<Col> parts = new ArrayList<>();
    for (Object part : (PyTuple) a.constant) parts.add(Col.constant(part));
    return Col.tuple(parts);
  }

  private Col tuples(Col mask, Col a, Col b) {
    if (a.kind != b.kind || a.parts.size() != b.parts.size()) throw refuse("different tuples");
    return Col.tuple(each(mask, a.parts, b.parts));
  }

  /** A choice between two values for each part. */
  List<Col> each(Col mask, List<Col> a, List<Col> b) {
    List<Col> parts = new ArrayList<>();
    for (int i = 0; i < a.size(); i++) parts.add(select(mask, a.get(i), b.get(i)));
    return parts;
  }

  Col ifElse(Col mask, Kind kind, Col a, Col b) {
    boolean text = kind == Kind.STR || kind == Kind.LIST;
    boolean[] is = {a.isConstant(), b.isConstant()};
    Object[] constants = {a.constant, b.constant};
    Run run =
        (scope, rows, in) -> {
          int next = is[0] ? 1 : 2;
          Scalar x = scope.own(is[0] ? kind.scalar(constants[0]) : null);
          Scalar y = scope.own(is[1] ? kind.scalar(constants[1]) : null);
          if (x != null) return y != null ? in[0].ifElse(x, y) : in[0].ifElse(x, in[next]);
          return y != null ? in[0].ifElse(in[1], y) : in[0].ifElse(in[1], in[next]);
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

  /** A binary operation of cuDF; not for two constants. */
  Col binary(BinaryOp op, Kind kind, Col a, Col b) {
    DType type = kind.type();
    boolean text = a.kind == Kind.STR;
    boolean nulls = a.nulls || b.nulls;
    String name = op + "";
    if (a.isConstant()) {
      Run run = (scope, rows, in) -> scope.own(a.kind.scalar(a.constant)).binaryOp(op, in[0], type);
      return step(name + " " + kind + a.key() + " of", kind, nulls, 1, text ? 100 : 85, run, b);
    }
    if (b.isConstant()) {
      Run run = (scope, rows, in) -> in[0].binaryOp(op, scope.own(b.kind.scalar(b.constant)), type);
      return step(name + " " + kind + b.key(), kind, nulls, 1, text ? 100 : 85, run, a);
    }
    Run run = (scope, rows, in) -> in[0].binaryOp(op, in[1], type);
    return step(name + " " + kind, kind, nulls, 1, text ? 100 : 85, run, a, b);
  }

  /** A mask of a comparison: true where it holds. */
  Col is(BinaryOp op, Col a, Col b) {
    return holds(binary(op, Kind.BOOL, a, b));
  }

  Col is(BinaryOp op, Col a, long b) {
    return is(op, a, Col.constant(b));
  }

  /** The column in the cuDF type of another kind. */
  Col cast(Col a, Kind kind, int instructions) {
    DType type = kind.type();
    Run run = (scope, rows, in) -> in[0].castTo(type);
    return step("as " + kind, kind, a.nulls, 1, instructions, run, a);
  }

  /** Casts a column from Spark's type to Python's. */
  public Col converted(Col a, Kind kind, DType type) {
    Run run = (scope, rows, in) -> in[0].castTo(type);
    return step("as " + type, kind, a.nulls, 1, 40, run, a).orNone(a.none);
  }
}
