// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs

import io.github.rapidsudfs.api.{DualFunction, NullRule, TypeMapping, UnsupportedTypeException}
import io.github.rapidsudfs.udf.ResolvedFunction
import org.apache.spark.sql.catalyst.analysis.TypeCheckResult
import org.apache.spark.sql.catalyst.encoders._
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.types._

import scala.collection.JavaConverters._
import scala.reflect.ClassTag

/** A call of a catalogue function in a plan, under its SQL name in the session.
  *
  * During analysis it is a builtin like any other: arguments are checked and coerced to the
  * declared types, though, unlike a builtin's, only where that keeps their values. The optimizer
  * then replaces it with a `ScalaUDF`, which the plugin supports. In this package because
  * `AnyDataType` is private to Spark.
  */
case class CatalogueCall(function: DualFunction, name: String, children: Seq[Expression])
    extends RuntimeReplaceable
    with ImplicitCastInputTypes {

  private def signature = function.signature()

  override def inputTypes: Seq[AbstractDataType] = children.indices.map { i =>
    declared(i).filterNot(_ => childrenResolved && refused.contains(i)).getOrElse(AnyDataType)
  }

  private def declared(index: Int): Option[DataType] = Option(signature.argument(index).`type`())

  /** The arguments that Spark would cast with a loss, once all are resolved. */
  private lazy val refused: Seq[Int] =
    children.indices.filter(i => declared(i).exists(Coercion.loses(children(i), _)))

  private def refusal(index: Int): String = {
    val wanted = signature.argument(index).`type`()
    val child = children(index)
    s"argument ${index + 1} (${signature.argument(index).name()}) of $name must be " +
      s"${wanted.sql}, ${Coercion.refusal(child.dataType, shown(child), wanted)}"
  }

  /** As `toPrettySQL`, whose arguments differ between versions of Spark. */
  private def shown(e: Expression): String =
    e.transform {
      case a: Attribute => new PrettyAttribute(a)
      case Literal(value, number: NumericType) if value != null =>
        PrettyAttribute(value.toString, number)
    }.sql

  override def checkInputDataTypes(): TypeCheckResult = {
    val coerced = super.checkInputDataTypes()
    if (coerced.isFailure) coerced
    else if (refused.nonEmpty) TypeCheckResult.TypeCheckFailure(refusal(refused.head))
    else
      try {
        children.foreach(child => TypeMapping.toCudf(child.dataType))
        coerced
      } catch {
        case e: UnsupportedTypeException => TypeCheckResult.TypeCheckFailure(e.getMessage)
      }
  }

  override lazy val deterministic: Boolean =
    signature.deterministic() && children.forall(_.deterministic)

  override lazy val replacement: Expression = {
    val types = children.map(_.dataType).asJava
    ScalaUDF(
      function = ResolvedFunction.functionObject(function, types),
      dataType = signature.resultType(types),
      children = children,
      inputEncoders = CatalogueCall.encoders(children.map(_.dataType)),
      udfName = Some(signature.name()),
      nullable = signature.nullRule() != NullRule.NEVER_NULL,
      udfDeterministic = signature.deterministic()
    )
  }

  override def prettyName: String = name

  override def toString: String = children.mkString(prettyName + "(", ", ", ")")

  override protected def withNewChildrenInternal(
      newChildren: IndexedSeq[Expression]
  ): CatalogueCall = copy(children = newChildren)
}

object CatalogueCall {

  /** Encoders with which Spark passes exact values to a body, independently of the session's
    * settings: `java.time` for dates and timestamps at any depth, because `java.sql` cannot
    * represent the ten days that the hybrid calendar skips, and maps that keep the order of their
    * entries. Other types use Spark's default, which is faster.
    */
  private def encoders(types: Seq[DataType]): Seq[Option[ExpressionEncoder[_]]] =
    if (types.exists(isLossy)) types.map(t => if (isLossy(t)) Some(topLevel(t)) else None) else Nil

  private def isLossy(dataType: DataType): Boolean = dataType.existsRecursively {
    case DateType | TimestampType | _: MapType => true
    case _                                     => false
  }

  private def topLevel(dataType: DataType): ExpressionEncoder[_] = dataType match {
    // A ScalaUDF decodes a struct without a null check, unless it is an Option.
    case _: StructType => bound(AgnosticEncoders.OptionEncoder(encoder(dataType)))
    case _             => bound(encoder(dataType))
  }

  private def encoder(dataType: DataType): AgnosticEncoder[_] = dataType match {
    case DateType      => AgnosticEncoders.STRICT_LOCAL_DATE_ENCODER
    case TimestampType => AgnosticEncoders.STRICT_INSTANT_ENCODER
    case ArrayType(element, nulls) =>
      AgnosticEncoders.IterableEncoder(
        ClassTag(classOf[scala.collection.Seq[_]]),
        encoder(element),
        containsNull = nulls,
        lenientSerialization = false
      )
    case MapType(key, value, nulls) =>
      AgnosticEncoders.MapEncoder(
        ClassTag(classOf[scala.collection.mutable.LinkedHashMap[_, _]]),
        encoder(key),
        encoder(value),
        nulls
      )
    case StructType(fields) =>
      AgnosticEncoders.RowEncoder(fields.toSeq.map { f =>
        AgnosticEncoders.EncoderField(f.name, encoder(f.dataType), f.nullable, f.metadata)
      })
    case other => RowEncoder.encoderForDataType(other, lenient = false)
  }

  private def bound[T](encoder: AgnosticEncoder[T]): ExpressionEncoder[T] =
    ExpressionEncoder(encoder).resolveAndBind()
}
