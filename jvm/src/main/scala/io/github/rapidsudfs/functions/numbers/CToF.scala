package io.github.rapidsudfs.functions.numbers

import ai.rapids.cudf.{BinaryOp, ColumnVector, DType, Scalar}
import io.github.rapidsudfs.core._
import org.apache.spark.sql.api.java.UDF1

import java.lang.{Float => JFloat}

/** Degrees Fahrenheit of degrees Celsius, in single precision. */
final class CToF
    extends Udf1[JFloat, JFloat]
    with UDF1[JFloat, JFloat]
    with ScalaForm
    with Resources {
  override def signature(): Signature = CToF.signature

  override protected def row(celsius: JFloat): JFloat = celsius * 1.8f + 32f

  /** Two operations, for a fused one might round once where the row-wise body rounds twice. */
  override protected def columnar(celsius: ColumnVector): ColumnVector =
    withResource(Scalar.fromFloat(1.8f)) { factor =>
      withResource(Scalar.fromFloat(32f)) { offset =>
        withResource(celsius.binaryOp(BinaryOp.MUL, factor, DType.FLOAT32)) { product =>
          product.binaryOp(BinaryOp.ADD, offset, DType.FLOAT32)
        }
      }
    }
}

object CToF {
  val signature: Signature = Signature
    .named("c_to_f")
    .in(Category.NUMBERS)
    .takes("celsius", "float")
    .returns("float")
    .nulls(NullRule.ANY_NULL_PROPAGATED)
    .summary("Turns degrees Celsius into degrees Fahrenheit")
    .description(
      "The product with 1.8 and the sum with 32 are each rounded to single precision. NaN and" +
        " infinities stay what they are, and what is too great for a float becomes infinite."
    )
    .example("c_to_f(float(100))", "212.0")
    .example("c_to_f(float(-40))", "-40.0")
    .since("0.1.0")
}
