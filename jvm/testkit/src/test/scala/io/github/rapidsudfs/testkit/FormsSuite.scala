// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit

import ai.rapids.cudf.{ColumnVector, DType, Scalar}
import com.nvidia.spark.RapidsUDF
import io.github.rapidsudfs.columns.Resources
import io.github.rapidsudfs.PatientSuite
import org.apache.hadoop.hive.ql.exec.UDF
import org.apache.hadoop.hive.ql.udf.generic.GenericUDF
import org.apache.hadoop.hive.ql.udf.generic.GenericUDF.DeferredObject
import org.apache.hadoop.hive.serde2.objectinspector.{ListObjectInspector, ObjectInspector}
import org.apache.hadoop.hive.serde2.objectinspector.primitive.PrimitiveObjectInspectorFactory
import org.apache.spark.sql.api.java.UDF1
import org.apache.spark.sql.Row

import java.util.Arrays
import scala.collection.JavaConverters._

/** UDFs of every form as users write them, with the library's base classes and without. */
class FormsSuite extends PatientSuite {
  private val options = Options.DEFAULT.withRows(60)

  private def passes(udf: AnyRef, result: String, types: String*)(implicit
      loc: munit.Location
  ): Unit = {
    val subject = Subject.of(udf, types.asJava, result)
    assert(Conforms.assertConforms(subject, options).rows > 60)
    Conforms.assertSurvivesFaults(subject, options)
  }

  private def fails(udf: AnyRef, result: String, types: String*)(text: String)(implicit
      loc: munit.Location
  ): Unit = {
    val subject = Subject.of(udf, types.asJava, result)
    val e = intercept[AssertionError](Conforms.assertConforms(subject, options))
    assert(e.getMessage.contains(text), e.getMessage)
  }

  test("a Scala function of a primitive: null without a call, as Spark has it") {
    passes(new ScalaPlusOne(1), "int", "int")
    fails(new ScalaPlusOne(2), "int", "int")("columnar")
  }

  test("a Scala function of objects") {
    passes(new ScalaJoined, "int", "array<int>", "string")
  }

  test("a Java UDF over a struct and a date") {
    passes(new StructField, "date", "struct<day:date,other:int>")
  }

  test("a simple Hive UDF picks the method of its types") {
    passes(new HiveLength, "int", "string")
    passes(new HiveLength, "bigint", "bigint")
  }

  test("a generic Hive UDF") {
    passes(new HiveSize, "int", "array<string>")
    val e = intercept[IllegalArgumentException](
      Subject.of(new HiveSize, Arrays.asList("int"), "int")
    )
    assert(e.getMessage.contains("does not take these types"), e.getMessage)
  }

  test("a dual function on Spark's internal values, and its Hive forms") {
    Seq(new AmountOn, new AmountOn.Generic, new AmountOn.Simple)
      .foreach(passes(_, "string", "date", "string"))
    val e = intercept[IllegalArgumentException](
      Subject.of(new AmountOn.Generic, Arrays.asList("int", "string"), "string")
    )
    assert(e.getMessage.contains("must be DATE, got INT"), e.getMessage)
  }

  test("a function whose result type depends on its arguments has no simple Hive form") {
    val e = intercept[IllegalArgumentException](new SimpleIdentity)
    assert(e.getMessage.contains("extend HiveGenericUdf"), e.getMessage)
  }

  test("a class that is not a UDF is refused by name") {
    val none = intercept[IllegalArgumentException](
      Subject.of("a string", Arrays.asList("int"), "int")
    )
    assert(none.getMessage.contains("has no columnar body"), none.getMessage)
    val arity = intercept[IllegalArgumentException](
      Subject.of(new ScalaPlusOne(1), Arrays.asList("int", "int"), "int")
    )
    assert(arity.getMessage.contains("no row-wise body of 2 arguments"), arity.getMessage)
  }

  test("a row-wise answer of a wrong class is reported") {
    val answers = RowAnswers.of(
      Subject.of(new WrongClass, Arrays.asList("int"), "bigint"),
      Arrays.asList(Array[AnyRef](Int.box(1)))
    )
    assert(
      answers.thrown.get(0).getMessage.contains("returned a java.lang.Integer for BIGINT"),
      answers.thrown.get(0).toString
    )
  }

  test("only the given rows are compared") {
    val subject = Subject.of(new ScalaPlusOne(1), Arrays.asList("int"), "int")
    val rows = Arrays.asList(Array[AnyRef](Int.box(1)), Array[AnyRef](null))
    assert(Conformance.check(subject, rows).passed)
    assert(Faults.check(subject, rows).points > 0)
  }
}

private object Bodies {
  def plus(column: ColumnVector, addend: Int): ColumnVector =
    Resources.withResource(Scalar.fromInt(addend))(column.add(_))
}

class ScalaPlusOne(columnarAddend: Int) extends (Int => Int) with RapidsUDF with Serializable {
  override def apply(value: Int): Int = value + 1
  override def evaluateColumnar(rows: Int, args: ColumnVector*): ColumnVector =
    Bodies.plus(args.head, columnarAddend)
}

class ScalaJoined extends ((scala.collection.Seq[Integer], String) => Integer) with RapidsUDF {
  override def apply(list: scala.collection.Seq[Integer], text: String): Integer =
    if (list == null || text == null) null
    else list.size + text.codePointCount(0, text.length)
  override def evaluateColumnar(rows: Int, args: ColumnVector*): ColumnVector =
    Resources.withResource(args(0).countElements()) { sizes =>
      Resources.withResource(args(1).getCharLengths)(sizes.add(_))
    }
}

class StructField extends UDF1[Row, java.sql.Date] with RapidsUDF {
  override def call(row: Row): java.sql.Date = if (row == null) null else row.getDate(0)
  override def evaluateColumnar(rows: Int, args: ColumnVector*): ColumnVector =
    Resources.withResource(args(0).getChildColumnView(0)) { day =>
      day.mergeAndSetValidity(ai.rapids.cudf.BinaryOp.BITWISE_AND, day, args(0))
    }
}

class HiveLength extends UDF with RapidsUDF {
  def evaluate(text: String): Integer =
    if (text == null) null else text.codePointCount(0, text.length)
  def evaluate(number: java.lang.Long): java.lang.Long = number
  override def evaluateColumnar(rows: Int, args: ColumnVector*): ColumnVector =
    if (args(0).getType.equals(DType.STRING)) args(0).getCharLengths else args(0).incRefCount()
}

class HiveSize extends GenericUDF with RapidsUDF {
  private var list: ListObjectInspector = _
  override def initialize(arguments: Array[ObjectInspector]): ObjectInspector =
    arguments(0) match {
      case l: ListObjectInspector =>
        list = l
        PrimitiveObjectInspectorFactory.writableIntObjectInspector
      case other =>
        throw new org.apache.hadoop.hive.ql.exec.UDFArgumentException(other.getTypeName)
    }
  override def evaluate(arguments: Array[DeferredObject]): AnyRef = {
    val value = arguments(0).get
    if (value == null) null
    else new org.apache.hadoop.io.IntWritable(list.getListLength(value))
  }
  override def getDisplayString(children: Array[String]): String = "hive_size"
  override def evaluateColumnar(rows: Int, args: ColumnVector*): ColumnVector =
    args(0).countElements()
}

class WrongClass extends UDF1[Integer, AnyRef] with RapidsUDF {
  override def call(value: Integer): AnyRef = value
  override def evaluateColumnar(rows: Int, args: ColumnVector*): ColumnVector =
    args(0).castTo(DType.INT64)
}

class SimpleIdentity
    extends io.github.rapidsudfs.hive.HiveSimpleUdf(
      new io.github.rapidsudfs.functions.identities.Identity
    )
