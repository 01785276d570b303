// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.testkit

import io.github.rapidsudfs.api.Ddl
import io.github.rapidsudfs.columns.Resources
import io.github.rapidsudfs.PatientSuite
import io.github.rapidsudfs.testkit.columns.{BatchColumns, FromColumns, Layout, ToColumns}
import io.github.rapidsudfs.testkit.values._
import org.apache.spark.sql.types.DataType
import org.scalacheck.Prop.forAll

import java.util.{ArrayList, Arrays, Collections, LinkedHashMap, List => JList, Random}
import scala.collection.JavaConverters._

/** Values of every type, their way through columns and back, their shrinking and comparison. */
class GeneratorsSuite extends munit.ScalaCheckSuite with PatientSuite {
  private val atomic =
    "boolean tinyint smallint int bigint float double decimal(1,0) decimal(9,2) " +
      "decimal(18,18) decimal(20,4) decimal(38,38) string binary date timestamp void"
  private val types = atomic.split(' ').toSeq ++ Seq(
    "array<int>",
    "array<array<string>>",
    "array<map<string,binary>>",
    "map<string,double>",
    "map<binary,date>",
    "map<double,timestamp>",
    "map<struct<a:int,b:float>,array<decimal(20,4)>>",
    "struct<a:int,b:string>",
    "struct<a:array<struct<x:double,y:map<int,string>>>,b:struct<c:binary>>"
  )
  private val wide = Shape.DEFAULT.withSkippedDays(true)
  private val exact = new Differences(0)

  private def some(dataType: DataType, count: Int, seed: Long = 7): JList[AnyRef] = {
    val values = new ArrayList[AnyRef]
    val generator = new ValueGenerator(dataType, new Random(seed), wide)
    (0 until count).foreach(_ => values.add(generator.next()))
    values
  }

  types.foreach { ddl =>
    val dataType = Ddl.parse(ddl)

    test(s"$ddl: through a column and back, in every layout") {
      val rows = some(dataType, 300).asScala.map(Array(_)).asJava
      Layout.values.foreach { layout =>
        Resources.withResource(BatchColumns.of(Collections.singletonList(dataType), rows, layout)) {
          batch =>
            // A column with an offset is read as a body's result is: copied out of its memory first.
            val copy = batch.columns()(0).slice(0, batch.rows)(0)
            val back = Resources.withResource(copy)(FromColumns.of(dataType, _))
            rows.asScala.zip(back.asScala).foreach { case (row, found) =>
              assertEquals(exact.between(dataType, row(0), found), null, s"$layout")
            }
        }
      }
    }

    test(s"$ddl: nulls and values, the same for the same seed") {
      val values = some(dataType, 200).asScala.map(SqlLiterals.of(dataType, _))
      assertEquals(some(dataType, 200).asScala.map(SqlLiterals.of(dataType, _)), values)
      assert(values.contains("NULL"))
      if (ddl != "void") {
        assert(values.distinct.size > 1)
        assertNotEquals(
          some(dataType, 200, seed = 8).asScala.map(SqlLiterals.of(dataType, _)),
          values
        )
      }
    }

    test(s"$ddl: each simpler value is another one, and going on with them ends") {
      val random = new Random(5)
      some(dataType, 12).asScala.foreach { start =>
        var value = start
        var steps = 0
        var next = Shrinks.of(dataType, value)
        while (!next.isEmpty && steps < 2000) {
          // Any candidate may be the one that still fails.
          val simpler = next.get(random.nextInt(next.size))
          assertNotEquals(SqlLiterals.of(dataType, simpler), SqlLiterals.of(dataType, value))
          value = simpler
          next = Shrinks.of(dataType, value)
          steps += 1
        }
        assert(steps < 2000, s"from ${SqlLiterals.of(dataType, start)} no end in $steps steps")
        Resources.withResource(ToColumns.of(dataType, Collections.singletonList(value)))(column =>
          assertEquals(column.getRowCount, 1L)
        )
      }
    }
  }

  test("edge values of nested types hold those of their parts") {
    val arrays = EdgeValues.of(Ddl.parse("array<int>"), false)
    assert(arrays.contains(Collections.emptyList[AnyRef]()))
    assert(arrays.contains(Collections.singletonList(null)))
    val parts = EdgeValues.of(Ddl.parse("int"), false)
    assert(arrays.asScala.exists(_.asInstanceOf[JList[_]].containsAll(parts)))
    val structs = EdgeValues.of(Ddl.parse("struct<a:int,b:string>"), false).asScala
    assert(structs.exists(_.asInstanceOf[org.apache.spark.sql.Row].anyNull))
    val maps = EdgeValues.of(Ddl.parse("map<double,int>"), false).asScala
    val keys = maps.map(_.asInstanceOf[java.util.Map[Any, Any]].keySet.asScala.toSet)
    assert(keys.exists(_.size > 5))
    // Boxed, so that 0.0 is not -0.0.
    assert(!keys.exists(_.exists(java.util.Objects.equals(Double.box(-0.0), _))))
  }

  test("edge rows hold each edge value and null of each column") {
    val rowTypes = Arrays.asList(Ddl.parse("int"), Ddl.parse("string"))
    val rows = Rows.edges(rowTypes, false).asScala
    (0 to 1).foreach { k =>
      val found = rows.map(row => SqlLiterals.of(rowTypes.get(k), row(k))).toSet
      val wanted =
        EdgeValues.of(rowTypes.get(k), false).asScala.map(SqlLiterals.of(rowTypes.get(k), _))
      assertEquals((wanted :+ "NULL").toSet -- found, Set.empty[String])
    }
  }

  test("few edge values are all combined") {
    val rowTypes = Arrays.asList(Ddl.parse("timestamp"), Ddl.parse("int"))
    val rows = Rows.edges(rowTypes, false).asScala.map(_.toSeq).toSet
    val pools = rowTypes.asScala.map(EdgeValues.orNull(_, false).asScala)
    val all = for (time <- pools.head; number <- pools(1)) yield Seq(time, number)
    assertEquals(rows, all.toSet)
  }

  test("words of the vocabulary come whole, cut, and with other numbers") {
    val shape = Shape.DEFAULT.withVocabulary(Collections.singletonList("10.0.0.0/8"))
    val generator = new ValueGenerator(Ddl.parse("string"), new Random(7), shape)
    val found = Seq.fill(100000)(s"${generator.nonNull()}").toSet
    val prefixes = found.filter(_.matches("10\\.0\\.0\\.0/[0-9]+")).map(_.drop(9).toInt)
    assert((10 to 32).count(prefixes) > 15, prefixes)
    assert(Set("", "10.0", "10.0.0.0/", "10.0.0.0/8").subsetOf(found))
  }

  test("the days that java.sql.Date cannot name are left out unless they are asked for") {
    val dataType = Ddl.parse("date")
    val skipped = java.time.LocalDate.of(1582, 10, 10)
    assert(!EdgeValues.of(dataType, false).contains(skipped))
    assert(EdgeValues.of(dataType, true).contains(skipped))
  }

  property("ScalaCheck's values fit their type") {
    val dataType = Ddl.parse("array<struct<a:decimal(9,2),m:map<string,timestamp>>>")
    forAll(Gens.value(dataType)) { value =>
      Resources.withResource(ToColumns.of(dataType, Collections.singletonList(value))) { column =>
        exact.between(dataType, value, FromColumns.of(dataType, column).get(0)) == null
      }
    }
  }

  property("ScalaCheck's shrinking keeps a row's types") {
    val rowTypes = Seq("int", "string", "array<date>").map(Ddl.parse)
    forAll(Gens.row(rowTypes)) { row =>
      Gens.shrinkRow(rowTypes).shrink(row).take(50).forall { simpler =>
        simpler.size == 3 && simpler.zip(row).count { case (a, b) => a != b } == 1
      }
    }
  }

  test("the edge values of each atomic type come up") {
    types.filterNot(_.contains("<")).foreach { ddl =>
      val dataType = Ddl.parse(ddl)
      val wanted = EdgeValues.of(dataType, true).asScala.map(SqlLiterals.of(dataType, _)).toSet
      val found = some(dataType, 3000).asScala.map(SqlLiterals.of(dataType, _)).toSet
      assertEquals(wanted -- found, Set.empty[String], ddl)
    }
  }

  test("a type without values") {
    val e = intercept[IllegalArgumentException](
      new ValueGenerator(Ddl.parse("array<interval day>"), new Random(1), wide)
    )
    assertEquals(e.getMessage, "there are no values of type INTERVAL DAY")
  }

  private def differ(ddl: String, a: Any, b: Any, tolerance: Double = 0): Boolean =
    new Differences(tolerance)
      .between(Ddl.parse(ddl), a.asInstanceOf[AnyRef], b.asInstanceOf[AnyRef]) != null

  test("comparison of floating-point values") {
    val payload = java.lang.Double.longBitsToDouble(0x7ff8000000000123L)
    assert(!differ("double", Double.NaN, payload))
    assert(differ("double", 0.0, -0.0))
    assert(!differ("double", 0.0, -0.0, 1e-9))
    assert(differ("double", 1.0, 1.0 + 1e-10))
    assert(!differ("double", 1.0, 1.0 + 1e-10, 1e-9))
    assert(differ("double", 1.0, 1.0 + 1e-8, 1e-9))
    assert(differ("double", Double.PositiveInfinity, Double.MaxValue, 1e-9))
    assert(differ("double", Double.NaN, 1.0, 1e-9))
    assert(differ("double", Double.NaN, null))
  }

  test("comparison of nested values says where") {
    val ddl = "array<struct<a:int,b:array<string>>>"
    val dataType = Ddl.parse(ddl)
    def value(last: String) = Arrays.asList(
      org.apache.spark.sql.Row(1, Arrays.asList("x", last))
    )
    assertEquals(
      exact.between(dataType, value("y"), value("z")),
      "at [0].b[1]: row-wise 'y', columnar 'z'"
    )
    assertEquals(exact.between(dataType, value("y"), value("y")), null)
    assert(differ(ddl, value("y"), Collections.emptyList()))
  }

  test("the order of a map's entries does not matter, its keys and values do") {
    def map(pairs: (String, Int)*): LinkedHashMap[String, Int] = {
      val map = new LinkedHashMap[String, Int]
      pairs.foreach { case (k, v) => map.put(k, v) }
      map
    }
    assert(!differ("map<string,int>", map("a" -> 1, "b" -> 2), map("b" -> 2, "a" -> 1)))
    assert(differ("map<string,int>", map("a" -> 1), map("a" -> 2)))
    assert(differ("map<string,int>", map("a" -> 1), map("a" -> 1, "b" -> 2)))
  }
}
