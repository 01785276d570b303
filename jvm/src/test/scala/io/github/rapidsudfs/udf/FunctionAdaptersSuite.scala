// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.udf

import com.nvidia.spark.RapidsUDF
import io.github.rapidsudfs.api.NullRule
import io.github.rapidsudfs.functions.meta.CountNulls
import io.github.rapidsudfs.PatientSuite
import org.apache.spark.sql.types.{DataType, LongType, StringType}

/** Function objects of every arity, as a `ScalaUDF` and the plugin want them. */
class FunctionAdaptersSuite extends PatientSuite {
  private def types(n: Int): java.util.List[DataType] = java.util.Collections.nCopies(n, StringType)

  (0 to 22).foreach { n =>
    test(s"of $n arguments") {
      val function = ResolvedFunction.functionObject(new CountNulls, types(n))
      val asFunction = Class.forName(s"scala.Function$n")
      assert(asFunction.isInstance(function), function.getClass.getName)
      assert(function.isInstanceOf[RapidsUDF])
      assert(function.isInstanceOf[java.io.Serializable])
      // Every other argument null, so that a lost or doubled one shows.
      val arguments = (0 until n).map(i => if (i % 2 == 0) null else s"v$i": AnyRef)
      val apply = asFunction.getMethod("apply", Seq.fill(n)(classOf[Object]): _*)
      assertEquals(apply.invoke(function, arguments: _*), ((n + 1) / 2): Any)
    }
  }

  test("each argument arrives in its place") {
    val signature = Probes.named("string", NullRule.CALLED_ON_NULL).takesMany("v", "any").since("0")
    val function = new RowProbe(signature)(_.mkString(","))
    val five = ResolvedFunction.functionObject(function, types(5))
    val adapter = five.asInstanceOf[(Any, Any, Any, Any, Any) => Any]
    assertEquals(adapter("a", "b", "c", "d", "e"), "a,b,c,d,e": Any)
  }

  test("23 arguments are too many for Spark") {
    val e = intercept[IllegalArgumentException](
      ResolvedFunction.functionObject(new CountNulls, types(23))
    )
    assertEquals(
      e.getMessage,
      "count_nulls was called with 23 arguments, a Spark function takes at most 22"
    )
  }

  test("a wrong number for the signature") {
    val one = new RowProbe(Probes.of("string", "string").since("0"))(_.head)
    val e = intercept[IllegalArgumentException](ResolvedFunction.functionObject(one, types(2)))
    assert(e.getMessage.endsWith("takes 1 arguments, got 2"), e.getMessage)
  }

  test("equal calls have equal function objects, for Spark compares them") {
    val function = new CountNulls
    def resolved(n: Int) = ResolvedFunction.functionObject(function, types(n))
    (0 to 22).foreach { n =>
      assertEquals(resolved(n), resolved(n))
      assertEquals(resolved(n).hashCode, resolved(n).hashCode)
    }
    assertNotEquals(resolved(2), resolved(3))
    assertNotEquals(resolved(2), ResolvedFunction.functionObject(new CountNulls, types(2)))
    val others = java.util.Collections.nCopies[DataType](2, LongType)
    assertNotEquals(resolved(2), ResolvedFunction.functionObject(function, others))
  }
}
