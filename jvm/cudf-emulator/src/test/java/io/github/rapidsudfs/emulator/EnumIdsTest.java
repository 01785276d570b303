package io.github.rapidsudfs.emulator;

import static org.junit.Assert.assertEquals;

import ai.rapids.cudf.BinaryOp;
import ai.rapids.cudf.DType;
import io.github.rapidsudfs.emulator.column.Type;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.Test;

/**
 * Numbers that cuDF's Java side passes to its natives, which a new version may change without
 * changing a descriptor.
 */
public class EnumIdsTest {
  private static final List<String> BINARY =
      List.of(
          "ADD",
          "SUB",
          "MUL",
          "DIV",
          "TRUE_DIV",
          "FLOOR_DIV",
          "MOD",
          "PMOD",
          "PYMOD",
          "POW",
          "INT_POW",
          "LOG_BASE",
          "ATAN2",
          "SHIFT_LEFT",
          "SHIFT_RIGHT",
          "SHIFT_RIGHT_UNSIGNED",
          "BITWISE_AND",
          "BITWISE_OR",
          "BITWISE_XOR",
          "LOGICAL_AND",
          "LOGICAL_OR",
          "EQUAL",
          "NOT_EQUAL",
          "LESS",
          "GREATER",
          "LESS_EQUAL",
          "GREATER_EQUAL",
          "NULL_EQUALS",
          "NULL_NOT_EQUALS",
          "NULL_MAX",
          "NULL_MIN",
          "",
          "NULL_LOGICAL_AND",
          "NULL_LOGICAL_OR");
  private static final List<String> AGGREGATIONS =
      List.of(
          "SUM",
          "PRODUCT",
          "MIN",
          "MAX",
          "COUNT",
          "ANY",
          "ALL",
          "SUM_OF_SQUARES",
          "MEAN",
          "VARIANCE",
          "STD",
          "MEDIAN",
          "QUANTILE",
          "ARGMAX",
          "ARGMIN",
          "NUNIQUE",
          "NTH_ELEMENT",
          "ROW_NUMBER",
          "COLLECT_LIST",
          "COLLECT_SET");
  private static final List<String> AST_UNARY =
      List.of(
          "IDENTITY",
          "IS_NULL",
          "SIN",
          "COS",
          "TAN",
          "ARCSIN",
          "ARCCOS",
          "ARCTAN",
          "SINH",
          "COSH",
          "TANH",
          "ARCSINH",
          "ARCCOSH",
          "ARCTANH",
          "EXP",
          "LOG",
          "SQRT",
          "CBRT",
          "CEIL",
          "FLOOR",
          "ABS",
          "RINT",
          "BIT_INVERT",
          "NOT",
          "CAST_TO_INT64",
          "CAST_TO_UINT64",
          "CAST_TO_FLOAT64");
  private static final List<String> AST_BINARY =
      List.of(
          "ADD",
          "SUB",
          "MUL",
          "DIV",
          "TRUE_DIV",
          "FLOOR_DIV",
          "MOD",
          "PYMOD",
          "POW",
          "EQUAL",
          "NULL_EQUAL",
          "NOT_EQUAL",
          "LESS",
          "GREATER",
          "LESS_EQUAL",
          "GREATER_EQUAL",
          "BITWISE_AND",
          "BITWISE_OR",
          "BITWISE_XOR",
          "LOGICAL_AND",
          "NULL_LOGICAL_AND",
          "LOGICAL_OR",
          "NULL_LOGICAL_OR");

  /** The names of an enum by their native numbers; empty where a number is free. */
  private static List<String> names(String className) throws Exception {
    Class<?> type = Class.forName(className);
    Field id = type.getDeclaredField("nativeId");
    id.setAccessible(true);
    Map<Integer, String> byNumber = new TreeMap<>();
    for (Object constant : type.getEnumConstants()) {
      byNumber.put(((Number) id.get(constant)).intValue(), constant.toString());
    }
    List<String> names = new ArrayList<>();
    byNumber.forEach(
        (number, name) -> {
          while (names.size() < number) {
            names.add("");
          }
          names.add(name);
        });
    return names;
  }

  @Test
  public void operators() throws Exception {
    assertEquals(BINARY, names(BinaryOp.class.getName()));
    assertEquals(AST_UNARY, names("ai.rapids.cudf.ast.UnaryOperator"));
    assertEquals(AST_BINARY, names("ai.rapids.cudf.ast.BinaryOperator"));
    assertEquals(
        AGGREGATIONS, names("ai.rapids.cudf.Aggregation$Kind").subList(0, AGGREGATIONS.size()));
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
