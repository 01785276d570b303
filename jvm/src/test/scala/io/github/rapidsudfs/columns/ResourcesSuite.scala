// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.columns

/** The order of closing. */
class ResourcesSuite extends ClosedThings {
  private val inBlock = new IllegalStateException("in the block")
  private val inClose = new IllegalStateException("in close")

  test("withResource closes after the block, and gives its result") {
    assertEquals(withResource(new Thing("a")) { _ => assert(closed.isEmpty); 42 }, 42)
    assertEquals(closed.toList, List("a"))
  }

  test("withResource closes when the block throws, and throws that") {
    assert(thrown(withResource(new Thing("a"))(_ => throw inBlock)) eq inBlock)
    assertEquals(closed.toList, List("a"))
  }

  test("withResource closes even for errors") {
    val error = new OutOfMemoryError("device")
    assert(thrown(withResource(new Thing("a"))(_ => throw error)) eq error)
    assertEquals(closed.toList, List("a"))
  }

  test("a failure of close hides nothing: it is suppressed by the block's") {
    val fault = new IllegalStateException("in the block, with more to say")
    assert(thrown(withResource(new Thing("a", Some(inClose)))(_ => throw fault)) eq fault)
    assertEquals(fault.getSuppressed.toList, List[Throwable](inClose))
  }

  test("a failure of close is thrown if the block succeeded") {
    assert(thrown(withResource(new Thing("a", Some(inClose)))(_ => 1)) eq inClose)
    assertEquals(closed.toList, List("a"))
  }
}
