// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit

import io.github.rapidsudfs.testkit.values.{Shape, Shrinks, ValueGenerator}
import org.apache.spark.sql.types.DataType
import org.scalacheck.{Gen, Shrink}

import java.util.Random
import scala.annotation.nowarn
import scala.collection.JavaConverters._

/** ScalaCheck generators and shrinking for values of any Spark type, as the classes of `RowValues`.
  * They need ScalaCheck on the class path, which is not a dependency of the kit.
  */
object Gens {

  /** A value, possibly null. */
  def value(dataType: DataType, shape: Shape = Shape.DEFAULT): Gen[AnyRef] =
    seeds.map(seed => new ValueGenerator(dataType, new Random(seed), shape).next())

  /** A row of values of these types. */
  def row(types: Seq[DataType], shape: Shape = Shape.DEFAULT): Gen[Seq[AnyRef]] =
    seeds.map { seed =>
      val random = new Random(seed)
      types.map(new ValueGenerator(_, random, shape).next())
    }

  /** Several rows, at least one. */
  def rows(types: Seq[DataType], shape: Shape = Shape.DEFAULT): Gen[Seq[Seq[AnyRef]]] =
    Gen.nonEmptyListOf(row(types, shape))

  /** Simpler values than a failing one. */
  @nowarn("cat=deprecation") // ScalaCheck for Scala 2.12 has only streams
  def shrinkValue(dataType: DataType): Shrink[AnyRef] =
    Shrink(value => candidates(dataType, value).toStream)

  /** Rows with one simpler value. */
  @nowarn("cat=deprecation")
  def shrinkRow(types: Seq[DataType]): Shrink[Seq[AnyRef]] = Shrink { row =>
    row.indices.toStream.flatMap { i =>
      candidates(types(i), row(i)).map(simpler => row.updated(i, simpler))
    }
  }

  private def candidates(dataType: DataType, value: AnyRef): Seq[AnyRef] =
    Shrinks.of(dataType, value).asScala.toSeq

  private def seeds: Gen[Long] = Gen.choose(Long.MinValue, Long.MaxValue)
}
