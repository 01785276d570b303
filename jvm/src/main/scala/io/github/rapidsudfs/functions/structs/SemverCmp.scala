package io.github.rapidsudfs.functions.structs

import ai.rapids.cudf.{BinaryOp, ColumnVector, DType}
import ai.rapids.cudf.ast._
import io.github.rapidsudfs.core._
import org.apache.spark.sql.Row
import org.apache.spark.sql.api.java.UDF2

/** Which of two versions is the later one. */
final class SemverCmp
    extends Udf2[Row, Row, Integer]
    with UDF2[Row, Row, Integer]
    with ScalaForm
    with Resources {
  import SemverCmp._

  override def signature(): Signature = SemverCmp.signature

  override protected def row(a: Row, b: Row): Integer =
    if (a.anyNull || b.anyNull) null
    else {
      val order = (0 until Fields).map(i => Integer.compare(a.getInt(i), b.getInt(i))).find(_ != 0)
      Integer.valueOf(order.getOrElse(0))
    }

  override protected def columnar(a: ColumnVector, b: ColumnVector): ColumnVector =
    withResources(comparisons(a, b)) { flags =>
      withResource(Fused.compute(Tree.sign, flags: _*))(_.castTo(DType.INT32))
    }

  /** For each field whether a's is greater, then whether it is less. */
  private def comparisons(a: ColumnVector, b: ColumnVector): Seq[ColumnVector] = {
    val made = Seq.newBuilder[ColumnVector]
    try {
      for (field <- 0 until Fields; op <- Seq(BinaryOp.GREATER, BinaryOp.LESS))
        made += withResource(a.getChildColumnView(field)) { x =>
          withResource(b.getChildColumnView(field))(x.binaryOp(op, _, DType.BOOL8))
        }
      made.result()
    } catch {
      case t: Throwable => withResources(made.result())(_ => throw t)
    }
  }
}

object SemverCmp {
  private val Version = "struct<major:int,minor:int,patch:int>"
  private val Fields = 3

  val signature: Signature = Signature
    .named("semver_cmp")
    .in(Category.STRUCTS)
    .takes("a", Version)
    .takes("b", Version)
    .returns("int")
    .nulls(NullRule.ANY_NULL)
    .summary("Compares two versions: -1, 0 or 1 where the first is earlier, the same or later")
    .description(
      "Takes what parse_semver gives. The major numbers decide, then the minor ones, then the" +
        " patches. A null field in either gives null."
    )
    .example("semver_cmp(parse_semver('1.10.0'), parse_semver('1.9.9'))", "1")
    .example("semver_cmp(parse_semver('1.2.3'), parse_semver('1.2.3'))", "0")
    .since("0.1.0")

  private object Tree {

    /** A field's order weighs more than those of the fields after it together. */
    val sign: AstExpression = {
      val sum = Fused.add(Fused.add(order(0, 4), order(1, 2)), order(2, 1))
      Fused.subtract(compared(sum, BinaryOperator.GREATER), compared(sum, BinaryOperator.LESS))
    }

    private def order(field: Int, weight: Long): AstExpression = {
      val difference =
        Fused.subtract(wide(Fused.column(2 * field)), wide(Fused.column(2 * field + 1)))
      Fused.multiply(difference, Literal.ofLong(weight))
    }

    private def compared(sum: AstExpression, op: BinaryOperator): AstExpression =
      wide(new BinaryOperation(op, sum, Literal.ofLong(0L)))

    private def wide(a: AstExpression): AstExpression = Fused.of(UnaryOperator.CAST_TO_INT64, a)
  }
}
