package io.github.rapidsudfs.functions.arrays;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ColumnView;
import ai.rapids.cudf.DType;
import ai.rapids.cudf.Scalar;
import io.github.rapidsudfs.core.Category;
import io.github.rapidsudfs.core.NullRule;
import io.github.rapidsudfs.core.Signature;
import io.github.rapidsudfs.core.Udf2;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.catalyst.util.ArrayData;

/** Cosine similarity of two vectors, summed in index order. */
public final class ArrayCosine extends Udf2<ArrayData, ArrayData, Double>
    implements UDF2<ArrayData, ArrayData, Double> {
  private static final long serialVersionUID = 1L;

  static final Signature SIGNATURE =
      Signature.named("array_cosine")
          .in(Category.ARRAYS)
          .takes("a", "array<double>")
          .takes("b", "array<double>")
          .returns("double")
          .nulls(NullRule.ANY_NULL_PROPAGATED)
          .summary("Cosine of the angle between two vectors")
          .description(
              "Sums run from the first element to the last, in double precision, so that every"
                  + " engine gives the same bits. Null where the sizes differ, an element is null,"
                  + " or a norm is zero (as that of an empty array is, and that of elements so"
                  + " small that their squares are zero). NaN and infinities spread as in any sum."
                  + " In columns the number of kernel launches grows with the longest array of a"
                  + " batch: meant for up to some hundred elements.")
          .example("array_cosine(array(1D, 0D), array(2D, 0D))", "1.0")
          .example("array_cosine(array(1D, 2D), array(2D))", "NULL")
          .divergence(
              "Where LIBCUDF_JIT_ENABLED=1 is set (it is not by default), cuDF compiles the sums at"
                  + " run time and may round a product and its addition once instead of twice.")
          .since("0.1.0");

  @Override
  public Signature signature() {
    return SIGNATURE;
  }

  @Override
  protected Double row(ArrayData a, ArrayData b) {
    if (a.numElements() != b.numElements()) {
      return null;
    }
    double dot = 0;
    double squareA = 0;
    double squareB = 0;
    for (int i = 0; i < a.numElements(); i++) {
      if (a.isNullAt(i) || b.isNullAt(i)) {
        return null;
      }
      double x = a.getDouble(i);
      double y = b.getDouble(i);
      dot += x * y;
      squareA += x * x;
      squareB += y * y;
    }
    if (squareA == 0 || squareB == 0) {
      return null;
    }
    return dot / (Math.sqrt(squareA) * Math.sqrt(squareB));
  }

  @Override
  protected ColumnVector columnar(ColumnVector a, ColumnVector b) {
    try (ColumnVector sizeA = a.countElements();
        ColumnVector sizeB = b.countElements();
        CosineSums sums = CosineSums.over(a, b, longest(sizeA, sizeB));
        ColumnVector cosine = sums.cosine();
        ColumnVector valid = sums.valid(a, b, sizeA, sizeB);
        Scalar none = Scalar.fromNull(DType.FLOAT64)) {
      return valid.ifElse(cosine, none);
    }
  }

  /** The greatest size of the pairs whose sizes agree: the others are null, however long. */
  private static int longest(ColumnView sizeA, ColumnView sizeB) {
    try (ColumnVector agree = sizeA.equalTo(sizeB);
        Scalar none = Scalar.fromNull(DType.INT32);
        ColumnVector sizes = agree.ifElse(sizeA, none);
        Scalar longest = sizes.max()) {
      return longest.isValid() ? longest.getInt() : 0;
    }
  }
}
