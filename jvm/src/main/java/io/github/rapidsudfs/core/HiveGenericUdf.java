package io.github.rapidsudfs.core;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hive.ql.exec.UDFArgumentException;
import org.apache.hadoop.hive.ql.exec.UDFArgumentLengthException;
import org.apache.hadoop.hive.ql.exec.UDFArgumentTypeException;
import org.apache.hadoop.hive.ql.metadata.HiveException;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDF;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspector;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoUtils;
import org.apache.spark.sql.types.DataType;

/**
 * A dual function that is a generic Hive UDF: any types, any number of arguments.
 *
 * <p>Write {@link #signature()}, {@link #row} and {@link #columnar}. What the bodies may rely on: see
 * {@link DualFunction}.
 */
public abstract class HiveGenericUdf extends GenericUDF implements DualFunction {
  private static final long serialVersionUID = 1L;
  private transient RowCall rowCall;
  private transient RowCall directCall;
  private transient ObjectInspector[] inspectors;
  private transient HiveValues values;

  /** The row-wise body. */
  protected abstract Object row(Object[] args);

  /** The columnar body: the arguments are borrowed, the result belongs to the caller. */
  protected abstract ai.rapids.cudf.ColumnVector columnar(
      int rows, ai.rapids.cudf.ColumnVector[] args);

  @Override
  public final Object rowBody(Object[] args) {
    return row(args);
  }

  @Override
  public final ai.rapids.cudf.ColumnVector columnarBody(
      int rows, ai.rapids.cudf.ColumnVector[] args) {
    return columnar(rows, args);
  }

  /**
   * A call with values of the classes that Spark or {@link RowValues} know: counted, adapted, checked. A
   * subclass that says {@code implements UDFn<Object, ...>} too returns it from {@code call}.
   */
  protected final Object callRow(Object... args) {
    RowCall rows = directCall;
    if (rows == null || !rows.takes(args.length)) {
      rows = directCall = RowCall.declared(signature(), args.length);
    }
    return rows.call(this, args);
  }

  @Override
  public final ObjectInspector initialize(ObjectInspector[] arguments) throws UDFArgumentException {
    Signature signature = signature();
    try {
      signature.requireCount(arguments.length);
    } catch (IllegalArgumentException e) {
      throw new UDFArgumentLengthException(e.getMessage());
    }
    List<DataType> types = new ArrayList<>();
    for (int i = 0; i < arguments.length; i++) {
      types.add(checkedType(signature, i, arguments[i]));
    }
    DataType result = resultType(signature, types);
    inspectors = arguments;
    rowCall = RowCall.declared(signature, arguments.length, result);
    values = HiveValues.of(result);
    return values.inspector();
  }

  private static DataType checkedType(Signature signature, int index, ObjectInspector inspector)
      throws UDFArgumentException {
    Argument declared = signature.argument(index);
    String where =
        "argument " + (index + 1) + " (" + declared.name() + ") of " + signature.name();
    DataType given;
    try {
      given = HiveTypes.toSpark(TypeInfoUtils.getTypeInfoFromObjectInspector(inspector));
      TypeMapping.toCudf(given);
    } catch (UnsupportedTypeException e) {
      throw new UDFArgumentTypeException(index, where + ": " + e.getMessage());
    }
    if (!declared.isAny() && !Widening.accepts(declared.type(), given)) {
      String wanted = declared.type().sql();
      throw new UDFArgumentTypeException(
          index,
          where + " must be " + wanted + ", got " + given.sql() + "; cast it in the query: CAST(... AS "
              + wanted + ")");
    }
    return given;
  }

  private static DataType resultType(Signature signature, List<DataType> arguments)
      throws UDFArgumentException {
    try {
      return signature.resultType(arguments);
    } catch (IllegalArgumentException e) {
      throw new UDFArgumentException(e.getMessage());
    }
  }

  @Override
  public final Object evaluate(DeferredObject[] arguments) throws HiveException {
    Object[] args = new Object[arguments.length];
    for (int i = 0; i < args.length; i++) {
      args[i] = HiveValues.fromHive(arguments[i].get(), inspectors[i]);
    }
    return values.toHive(rowCall.call(this, args));
  }

  @Override
  public final String getDisplayString(String[] children) {
    return signature().name() + "(" + String.join(", ", children) + ")";
  }
}
