// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.hive;

import ai.rapids.cudf.ColumnVector;
import com.nvidia.spark.RapidsUDF;
import io.github.rapidsudfs.api.DualFunction;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.api.TypeMapping;
import io.github.rapidsudfs.api.UnsupportedTypeException;
import io.github.rapidsudfs.api.Widening;
import io.github.rapidsudfs.rows.RowCall;
import io.github.rapidsudfs.udf.UdfDelegate;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hive.ql.exec.UDFArgumentException;
import org.apache.hadoop.hive.ql.exec.UDFArgumentLengthException;
import org.apache.hadoop.hive.ql.exec.UDFArgumentTypeException;
import org.apache.hadoop.hive.ql.metadata.HiveException;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDF;
import org.apache.hadoop.hive.ql.udf.generic.GenericUDF.DeferredObject;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspector;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoUtils;
import org.apache.spark.sql.types.DataType;

/**
 * A dual function as a generic Hive UDF, with any types and any number of arguments.
 *
 * <p>The build generates a subclass for every function of the catalogue. For a function of your
 * own, write one with a no-argument constructor that passes the function:
 *
 * <pre>{@code
 * public final class HiveSlug extends HiveGenericUdf {
 *   public HiveSlug() {
 *     super(new Slug());
 *   }
 * }
 * }</pre>
 */
public abstract class HiveGenericUdf extends GenericUDF implements RapidsUDF, UdfDelegate {
  // Transient, for Kryo cannot serialize a signature.
  private transient DualFunction function;
  private transient RowCall rowCall;
  private transient ObjectInspector[] inspectors;
  private transient HiveValues values;

  protected HiveGenericUdf(DualFunction function) {
    this.function = function;
  }

  /** The function; from a new object on the executors, where Kryo calls no constructor. */
  private DualFunction function() {
    if (function == null) {
      try {
        Constructor<?> constructor = getClass().getDeclaredConstructor();
        constructor.setAccessible(true);
        function = ((HiveGenericUdf) constructor.newInstance()).function;
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(
            getClass().getName() + " needs a constructor without arguments", e);
      }
    }
    return function;
  }

  @Override
  public final ColumnVector evaluateColumnar(int numRows, ColumnVector... args) {
    return function().evaluateColumnar(numRows, args);
  }

  @Override
  public final String udfClass() {
    return function().getClass().getName();
  }

  @Override
  public final ObjectInspector initialize(ObjectInspector[] arguments) throws UDFArgumentException {
    Signature signature = function().signature();
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
    rowCall = RowCall.declared(function(), arguments.length, result);
    values = HiveValues.of(result);
    return values.inspector();
  }

  /**
   * No files, as an empty array rather than null. If this were null, Hive would fold calls with
   * constant arguments during analysis, and Spark misreads the resulting constant if it is a
   * decimal, a map or a struct.
   */
  @Override
  public final String[] getRequiredJars() {
    return new String[0];
  }

  private static DataType checkedType(Signature signature, int index, ObjectInspector inspector)
      throws UDFArgumentException {
    DataType actual;
    try {
      actual = HiveTypes.toSpark(TypeInfoUtils.getTypeInfoFromObjectInspector(inspector));
      TypeMapping.toCudf(actual);
    } catch (UnsupportedTypeException e) {
      throw new UDFArgumentTypeException(index, signature.where(index) + ": " + e.getMessage());
    }
    DataType wanted = signature.argument(index).type();
    if (wanted != null && !Widening.accepts(wanted, actual)) {
      throw new UDFArgumentTypeException(
          index,
          "%s must be %s, got %s; cast it in the query: CAST(... AS %s)"
              .formatted(signature.where(index), wanted.sql(), actual.sql(), wanted.sql()));
    }
    return actual;
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
    return values.toHive(rowCall.call(args));
  }

  @Override
  public final String getDisplayString(String[] children) {
    return function().signature().name() + "(" + String.join(", ", children) + ")";
  }
}
