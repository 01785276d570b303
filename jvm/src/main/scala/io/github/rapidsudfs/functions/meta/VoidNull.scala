package io.github.rapidsudfs.functions.meta

import ai.rapids.cudf.{ColumnVector, DType, Scalar}
import io.github.rapidsudfs.core._
import org.apache.spark.sql.api.java.UDF0

/** An untyped null: the one type whose columns hold nothing else. */
final class VoidNull extends Udf0[Void] with UDF0[Void] with ScalaForm {
  override def signature(): Signature = VoidNull.signature

  override protected def row(): Void = null

  override protected def columnar(rows: Int): ColumnVector =
    Resources.withResource(Scalar.fromNull(DType.INT8))(ColumnVector.fromScalar(_, rows))
}

object VoidNull {
  val signature: Signature = Signature
    .named("void_null")
    .in(Category.META)
    .returns("void")
    .nulls(NullRule.CALLED_ON_NULL)
    .summary("An untyped null")
    .description(
      "Shows how a void column crosses between Spark and cuDF, where it is INT8, all null."
    )
    .example("void_null()", "NULL")
    .example("coalesce(void_null(), 1)", "1")
    .since("0.1.0")
}
