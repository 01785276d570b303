// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.api

import io.github.rapidsudfs.PatientSuite
import org.apache.spark.sql.types.{ArrayType, IntegerType, StringType}

/** Signatures: their text, and the errors of wrong ones. */
class SignatureSuite extends PatientSuite {
  private def begun = Signature
    .named("probe")
    .in(Category.META)
    .takes("a", "int")
    .returns("array<int>")
    .summary("Does nothing")
    .example("probe(1)", "[1]")

  private def refused(builder: => Any, message: String): Unit = {
    val e = intercept[RuntimeException](builder)
    assertEquals(e.getMessage, message)
  }

  Seq("Upper", "1st", "with-dash", "with space", "", "_x").foreach { name =>
    test(s"'$name' is no function name") {
      refused(
        Signature.named(name),
        s"'$name' is not a function name: lower-case letters, digits and underscores"
      )
    }
  }

  Seq(
    "a category" -> Signature.named("p").returns("int").summary("s").example("p()", "1"),
    "a result type" -> Signature.named("p").in(Category.META).summary("s").example("p()", "1"),
    "an example" -> Signature.named("p").in(Category.META).returns("int").summary("s"),
    "a one-line summary" -> Signature
      .named("p")
      .in(Category.META)
      .returns("int")
      .example("p()", "1"),
    "a one-line summary" -> begun.summary(" "),
    "a one-line summary" -> begun.summary("two\nlines")
  ).zipWithIndex.foreach { case ((what, builder), i) =>
    test(s"$i: a signature without $what is refused") {
      val name = if (what.startsWith("a one") && i > 3) "probe" else "p"
      refused(builder.since("0"), s"the signature of $name lacks $what")
    }
  }

  test("nothing follows varargs") {
    refused(
      begun.takesMany("rest", "string").takes("last", "int"),
      "probe: no argument can follow varargs"
    )
  }

  test("only arguments of any type can be opaque") {
    refused(begun.opaque().since("0"), "the signature of probe lacks an argument of any type")
    assert(begun.takes("b", "any").opaque().since("0").opaque())
  }

  test("a tolerance is a small share") {
    Seq(-0.1, 1.0, Double.NaN).foreach { t =>
      refused(begun.tolerance(t), s"a relative tolerance is in [0, 1), not $t")
    }
    assert(!begun.tolerance(1e-12).since("0").tolerance().isExact)
    assert(begun.since("0").tolerance().isExact)
  }

  test("the number of arguments, fixed") {
    val fixed = begun.takes("b", "any").since("0.1")
    fixed.requireCount(2)
    refused(fixed.requireCount(3), "probe(a int, b any) -> array<int> takes 2 arguments, got 3")
    assertEquals(fixed.argument(1).`type`(), null)
    assert(fixed.argument(1).isAny)
  }

  test("the number of arguments, varargs") {
    val many = begun.takesMany("rest", "string").since("0.1")
    (1 to 30).foreach(many.requireCount)
    refused(
      many.requireCount(0),
      "probe(a int, rest string...) -> array<int> takes 1 or more arguments, got 0"
    )
    assertEquals(many.argument(7).name(), "rest")
    assertEquals(many.argument(7).`type`(), StringType)
  }

  test("result types, fixed and dependent") {
    assertEquals(begun.since("0").resultType(java.util.List.of()), ArrayType(IntegerType))
    assert(!begun.since("0").dependentResult())
    val rule: ResultRule = types => ArrayType(types.get(0))
    val dependent = begun.returns("an array of a", rule).since("0")
    assert(dependent.dependentResult())
    assertEquals(
      dependent.resultType(java.util.Collections.singletonList(StringType)),
      ArrayType(StringType)
    )
  }

  test("defaults") {
    val signature = begun.since("0.1")
    assertEquals(signature.nullRule(), NullRule.ANY_NULL)
    assert(signature.deterministic())
    assert(!begun.nondeterministic().since("0").deterministic())
    assertEquals(
      signature.examples(),
      java.util.Collections.singletonList(new Example("probe(1)", "[1]"))
    )
  }
}
