// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.emulator;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;

import ai.rapids.cudf.DType;
import io.github.rapidsudfs.emulator.column.Type;
import io.github.rapidsudfs.emulator.memory.CudfClasses;
import org.junit.Test;

/**
 * Numbers that cuDF's Java side passes to its natives, which a new version may change without
 * changing a descriptor.
 */
public class EnumIdsTest {
  private static final String BINARY =
      """
      ADD SUB MUL DIV TRUE_DIV FLOOR_DIV MOD PMOD PYMOD POW INT_POW LOG_BASE ATAN2
      SHIFT_LEFT SHIFT_RIGHT SHIFT_RIGHT_UNSIGNED BITWISE_AND BITWISE_OR BITWISE_XOR
      LOGICAL_AND LOGICAL_OR EQUAL NOT_EQUAL LESS GREATER LESS_EQUAL GREATER_EQUAL
      NULL_EQUALS NULL_NOT_EQUALS NULL_MAX NULL_MIN - NULL_LOGICAL_AND NULL_LOGICAL_OR
      """;
  private static final String AGGREGATIONS =
      """
      SUM PRODUCT MIN MAX COUNT ANY ALL SUM_OF_SQUARES MEAN VARIANCE STD MEDIAN QUANTILE
      ARGMAX ARGMIN NUNIQUE NTH_ELEMENT ROW_NUMBER COLLECT_LIST COLLECT_SET
      """;
  private static final String AST_UNARY =
      """
      IDENTITY IS_NULL SIN COS TAN ARCSIN ARCCOS ARCTAN SINH COSH TANH ARCSINH ARCCOSH
      ARCTANH EXP LOG SQRT CBRT CEIL FLOOR ABS RINT BIT_INVERT NOT CAST_TO_INT64
      CAST_TO_UINT64 CAST_TO_FLOAT64
      """;
  private static final String AST_BINARY =
      """
      ADD SUB MUL DIV TRUE_DIV FLOOR_DIV MOD PYMOD POW EQUAL NULL_EQUAL NOT_EQUAL LESS
      GREATER LESS_EQUAL GREATER_EQUAL BITWISE_AND BITWISE_OR BITWISE_XOR LOGICAL_AND
      NULL_LOGICAL_AND LOGICAL_OR NULL_LOGICAL_OR
      """;

  /** Checks the constants of cuDF's enum by their numbers, a dash where a number is free. */
  private static int check(String constants, String enumName) {
    String[] expected = constants.trim().split("\\s+");
    for (int i = 0; i < expected.length; i++) {
      String name = CudfClasses.constant(enumName, i);
      assertEquals(enumName + " " + i, expected[i], name == null ? "-" : name);
    }
    return expected.length;
  }

  private static void checkAll(String constants, String enumName) {
    assertNull(enumName, CudfClasses.constant(enumName, check(constants, enumName)));
  }

  @Test
  public void operators() {
    checkAll(BINARY, "ai.rapids.cudf.BinaryOp");
    checkAll(AST_UNARY, "ai.rapids.cudf.ast.UnaryOperator");
    checkAll(AST_BINARY, "ai.rapids.cudf.ast.BinaryOperator");
    check(AGGREGATIONS, "ai.rapids.cudf.Aggregation$Kind");
  }

  @Test
  public void types() {
    for (DType.DTypeEnum type : DType.DTypeEnum.values()) {
      assertEquals(type.toString(), Type.of(type.getNativeId()).toString().replaceAll("\\(.*", ""));
      assertEquals(type.toString(), width(type), Type.of(type.getNativeId()).width());
    }
  }

  private static int width(DType.DTypeEnum type) {
    boolean decimal = type.toString().startsWith("DECIMAL");
    return (decimal ? DType.create(type, 0) : DType.create(type)).getSizeInBytes();
  }
}
