// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.functions.geo;

import static io.github.rapidsudfs.columns.CudfAst.add;
import static io.github.rapidsudfs.columns.CudfAst.column;
import static io.github.rapidsudfs.columns.CudfAst.divide;
import static io.github.rapidsudfs.columns.CudfAst.multiply;
import static io.github.rapidsudfs.columns.CudfAst.number;
import static io.github.rapidsudfs.columns.CudfAst.of;
import static io.github.rapidsudfs.columns.CudfAst.square;
import static io.github.rapidsudfs.columns.CudfAst.subtract;

import ai.rapids.cudf.ColumnVector;
import ai.rapids.cudf.ast.AstExpression;
import ai.rapids.cudf.ast.UnaryOperator;
import io.github.rapidsudfs.api.Category;
import io.github.rapidsudfs.api.NullRule;
import io.github.rapidsudfs.api.Signature;
import io.github.rapidsudfs.columns.CudfAst;
import io.github.rapidsudfs.udf.Udf4;
import org.apache.spark.sql.api.java.UDF4;

/**
 * Great-circle distance on a sphere.
 *
 * <p>With half differences a of latitude and b of longitude and the mean latitude m, the haversine
 * is h = sin²a·cos²b + cos²m·sin²b, and 1 − h = cos²a·cos²b + sin²m·sin²b. Both are sums of
 * non-negative terms, so atan(√(h / (1 − h))), with both divided by cos²b, loses no digits for
 * points that are close, at a pole, or antipodal. The usual asin(√h) loses half of its digits for
 * antipodal points, where no two libraries then agree to 1e-12.
 */
public final class HaversineKm extends Udf4<Double, Double, Double, Double, Double>
    implements UDF4<Double, Double, Double, Double, Double> {
  /** Twice the mean radius of WGS 84, 6371.0088 km. */
  private static final double DIAMETER_KM = 2 * 6371.0088;

  /** Half a degree, in radians. */
  private static final double HALF_DEGREE = Math.PI / 360;

  public HaversineKm() {
    super(
        Signature.named("haversine_km")
            .in(Category.GEO)
            .takes("latitude1", "double")
            .takes("longitude1", "double")
            .takes("latitude2", "double")
            .takes("longitude2", "double")
            .returns("double")
            .nulls(NullRule.ANY_NULL_PROPAGATED)
            .tolerance(1e-12)
            .summary("Great-circle distance in kilometres between two points given in degrees")
            .description(
                "On a sphere of the mean radius 6371.0088 km. Degrees may lie outside ±90 and ±180"
                    + " and are taken as the angles that they are; NaN or an infinity gives NaN.")
            .example("round(haversine_km(52.5200, 13.4050, 48.8566, 2.3522), 3)", "877.465")
            .since("0.1.0"));
  }

  @Override
  protected Double row(Double latitude1, Double longitude1, Double latitude2, Double longitude2) {
    double a = (latitude2 - latitude1) * HALF_DEGREE;
    double m = (latitude1 + latitude2) * HALF_DEGREE;
    double tanB = Math.tan((longitude2 - longitude1) * HALF_DEGREE);
    double squareB = tanB * tanB;
    double sinA = Math.sin(a);
    double cosA = Math.cos(a);
    double sinM = Math.sin(m);
    double cosM = Math.cos(m);
    double near = sinA * sinA + cosM * cosM * squareB;
    double far = cosA * cosA + sinM * sinM * squareB;
    return DIAMETER_KM * Math.atan(Math.sqrt(near / far));
  }

  @Override
  protected ColumnVector columnar(
      ColumnVector latitude1,
      ColumnVector longitude1,
      ColumnVector latitude2,
      ColumnVector longitude2) {
    return CudfAst.compute(Ast.DISTANCE, latitude1, longitude1, latitude2, longitude2);
  }

  /** The same operations in the same order as {@link #row}. */
  private static final class Ast {
    static final AstExpression DISTANCE = distance(column(0), column(1), column(2), column(3));

    private static AstExpression distance(
        AstExpression latitude1,
        AstExpression longitude1,
        AstExpression latitude2,
        AstExpression longitude2) {
      AstExpression half = number(HALF_DEGREE);
      AstExpression a = multiply(subtract(latitude2, latitude1), half);
      AstExpression m = multiply(add(latitude1, latitude2), half);
      AstExpression b = multiply(subtract(longitude2, longitude1), half);
      AstExpression squareB = square(of(UnaryOperator.TAN, b));
      AstExpression near =
          add(squareOf(UnaryOperator.SIN, a), multiply(squareOf(UnaryOperator.COS, m), squareB));
      AstExpression far =
          add(squareOf(UnaryOperator.COS, a), multiply(squareOf(UnaryOperator.SIN, m), squareB));
      AstExpression tangent = of(UnaryOperator.SQRT, divide(near, far));
      return multiply(number(DIAMETER_KM), of(UnaryOperator.ARCTAN, tangent));
    }

    private static AstExpression squareOf(UnaryOperator operator, AstExpression angle) {
      return square(of(operator, angle));
    }
  }
}
