// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator.kernels;

import io.github.rapidsudfs.emulator.binding.Native;
import io.github.rapidsudfs.emulator.column.FixedVec;
import io.github.rapidsudfs.emulator.column.StringVec;
import io.github.rapidsudfs.emulator.column.TableView;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.column.Vec;
import io.github.rapidsudfs.emulator.column.WideVec;
import io.github.rapidsudfs.emulator.memory.CudfClasses;
import io.github.rapidsudfs.emulator.memory.Refused;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/**
 * A compiled cuDF expression. The operands of an operator must have the same type, as there are no
 * implicit conversions.
 */
public final class Ast {
  private static final int[] UNARY = {
    -1, -2, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 21, 22, -3, -4, -5
  };
  private static final BinaryOperator[] BINARY =
      Stream.of(
              ("ADD SUB MUL DIV TRUE_DIV FLOOR_DIV MOD PYMOD POW EQUAL NULL_EQUALS "
                      + "NOT_EQUAL LESS GREATER LESS_EQUAL GREATER_EQUAL BITWISE_AND BITWISE_OR "
                      + "BITWISE_XOR LOGICAL_AND NULL_LOGICAL_AND LOGICAL_OR NULL_LOGICAL_OR")
                  .split(" "))
          .map(BinaryOperator::valueOf)
          .toArray(BinaryOperator[]::new);

  /** A part of an expression. A constant has one row, whatever the size of the table. */
  private interface Part {
    Value of(IntFunction<Vec> columns);
  }

  private record Value(Vec vec, boolean constant) {}

  private final Part root;

  private Ast(Part root) {
    this.root = root;
  }

  /** Deserializes an expression of cuDF's Java classes. */
  @Native(value = "ai.rapids.cudf.ast.CompiledExpression.compile", kernel = false)
  public static Ast read(byte[] serialized) {
    ByteBuffer in = ByteBuffer.wrap(serialized).order(ByteOrder.nativeOrder());
    Ast ast = new Ast(part(in));
    if (in.hasRemaining()) {
      throw new IllegalStateException("Extra bytes at end of serialized AST");
    }
    return ast;
  }

  /** Evaluates the expression; column k of a second (right) table has index {@code ~k}. */
  public Vec compute(IntFunction<Vec> columns, int rows) {
    Value value = root.of(columns);
    return value.constant() ? value.vec().repeat(rows) : value.vec();
  }

  @Native("ai.rapids.cudf.ast.CompiledExpression.computeColumn")
  public static Vec compute(Ast expression, TableView table) {
    return expression.compute(
        index -> {
          CudfClasses.expects(index >= 0, "an expression over one table refers to a second one");
          return table.vec(index);
        },
        table.rows());
  }

  private static Part part(ByteBuffer in) {
    int kind = in.get();
    switch (kind) {
      case 0, 1:
        Value literal = new Value(literal(in, kind == 0), true);
        return columns -> literal;
      case 2:
        boolean second = in.get() != 0;
        int number = in.getInt();
        int index = second ? ~number : number;
        return columns -> new Value(columns.apply(index), false);
      case 3:
        int unary = in.get();
        Part child = part(in);
        return columns -> {
          Value value = child.of(columns);
          return new Value(unary(unary, value.vec()), value.constant());
        };
      case 4:
        int op = in.get();
        CudfClasses.expects(
            op >= 0 && op < BINARY.length, "unexpected JNI AST binary operator value");
        Part left = part(in);
        Part right = part(in);
        return columns -> binary(BINARY[op], left.of(columns), right.of(columns));
      case 5:
        in.position(in.getInt() + in.position());
        return columns -> {
          throw CudfClasses.error("an expression over a table refers to a column by its name");
        };
      default:
        throw new Refused("an expression part of kind " + kind);
    }
  }

  private static Vec literal(ByteBuffer in, boolean valid) {
    int id = in.get();
    Type type = new Type(id, id >= Type.DECIMAL32 && id <= Type.DECIMAL128 ? in.getInt() : 0);
    boolean[] validity = {valid};
    if (type.isString()) {
      byte[] bytes = new byte[valid ? in.getInt() : 0];
      in.get(bytes);
      return StringVec.one(bytes, valid);
    }
    CudfClasses.expects(type.isFixedWidth(), "unrecognized cudf data type");
    if (type.width() == 16) {
      long[] halves = {valid ? in.getLong() : 0, valid ? in.getLong() : 0};
      return new WideVec(type, new long[] {halves[0]}, new long[] {halves[1]}, validity);
    }
    long value =
        !valid
            ? 0
            : switch (type.width()) {
              case 8 -> in.getLong();
              case 4 -> in.getInt();
              case 2 -> in.getShort();
              default -> in.get();
            };
    return new FixedVec(
        type, new long[] {type.isFloat() ? value : Cpp.wrap(type.id(), value)}, validity);
  }

  private static Vec unary(int op, Vec vec) {
    CudfClasses.expects(op >= 0 && op < UNARY.length, "unexpected JNI AST unary operator value");
    return switch (UNARY[op]) {
      case -1 -> vec;
      case -2 -> Nulls.isNull(vec, true);
      case -3 -> cast(vec, Type.INT64);
      case -4 -> cast(vec, Type.UINT64);
      case -5 -> cast(vec, Type.FLOAT64);
      default -> {
        Refused.when(vec.type.isDecimal(), "an expression with operator " + op + " of " + vec.type);
        yield Unary.apply(operand(UNARY[op], vec), UNARY[op]);
      }
    };
  }

  /** The operand of an operator, promoted as in C++. */
  private static Vec operand(int op, Vec vec) {
    Type type = vec.type;
    if (type.isFloat() || op == Unary.NOT) {
      return vec;
    }
    boolean bits = op == Unary.BIT_INVERT;
    CudfClasses.expects((bits || op == Unary.ABS) && !type.isBool(), "Invalid unary operation.");
    return bits ? cast(vec, Cpp.promoted(type.id())) : vec;
  }

  private static Vec cast(Vec vec, int to) {
    Refused.when(!vec.type.isNumeric(), "an expression that casts " + vec.type);
    return Casts.castTo(vec, Type.of(to));
  }

  private static Value binary(BinaryOperator op, Value left, Value right) {
    Type a = left.vec().type;
    Type b = right.vec().type;
    boolean same = a.id() == b.id() && (a.isDecimal() || a.equals(b));
    CudfClasses.expects(
        same, "An AST expression was provided non-matching operand types: " + a + " and " + b);
    BinaryOperator as = op == BinaryOperator.POW && !a.isFloat() ? BinaryOperator.INT_POW : op;
    Type out = result(as, a, b);
    boolean constant = left.constant() && right.constant();
    Vec result =
        Binary.apply(
            new Operand(left.vec(), left.constant() && !constant),
            new Operand(right.vec(), right.constant() && !constant),
            as,
            out);
    return new Value(result, constant);
  }

  private static Type result(BinaryOperator op, Type a, Type b) {
    if (op.isComparison() || op.isLogical()) {
      return Type.of(Type.BOOL8);
    }
    if (a.isDecimal()) {
      return new Type(a.id(), Decimals.resultScale(op, a.scale(), b.scale()));
    }
    Refused.when(!a.isNumeric(), "an expression with " + op + " of " + a);
    boolean numbersOnly =
        switch (op) {
          case FLOOR_DIV, POW, INT_POW, BITWISE_AND, BITWISE_OR, BITWISE_XOR -> true;
          default -> false;
        };
    CudfClasses.expects(!a.isBool() || !numbersOnly, "Invalid binary operation.");
    boolean own = op == BinaryOperator.INT_POW || op == BinaryOperator.FLOOR_DIV;
    boolean real = op == BinaryOperator.TRUE_DIV;
    return own ? a : Type.of(real ? Type.FLOAT64 : Cpp.promoted(a.id()));
  }
}
