// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.columns

import java.io.IOException

/** When a scope closes what it owns. */
class ColumnsSuite extends ClosedThings {
  test("close closes all, the last one first") {
    withResource(new Columns) { c =>
      val first = new Thing("a")
      assert(c.own(first) eq first)
      c.own(new Thing("b"))
      c.own(new Thing("c"))
      assert(closed.isEmpty)
    }
    assertEquals(closed.toList, List("c", "b", "a"))
  }

  test("a failure in the middle closes what exists by then") {
    val fault = new OutOfMemoryError("device")
    assert(thrown(withResource(new Columns) { c =>
      c.own(new Thing("a"))
      c.own(new Thing("b"))
      c.own((throw fault): Thing)
    }) eq fault)
    assertEquals(closed.toList, List("b", "a"))
  }

  test("free closes early, in the order given, and only once") {
    withResource(new Columns) { c =>
      val Seq(a, b, _) = Seq("a", "b", "c").map(name => c.own(new Thing(name)))
      c.free(a, b)
      assertEquals(closed.toList, List("a", "b"))
    }
    assertEquals(closed.toList, List("a", "b", "c"))
  }

  test("free, twice or of what is not owned, is an error and closes nothing") {
    withResource(new Columns) { c =>
      val a = c.own(new Thing("a"))
      c.own(new Thing("b"))
      c.free(a)
      assertEquals(
        thrown(c.free(a)).getMessage,
        "The scope does not own a"
      )
      assert(thrown(c.free(new Thing("c"))).isInstanceOf[IllegalStateException])
      assertEquals(closed.toList, List("a"))
    }
    assertEquals(closed.toList, List("a", "b"))
  }

  test("a resource that is owned twice is closed twice") {
    withResource(new Columns) { c =>
      val a = c.own(c.own(new Thing("a")))
      c.free(a)
      assertEquals(closed.toList, List("a"))
    }
    assertEquals(closed.toList, List("a", "a"))
  }

  test("release leaves a resource to the caller") {
    val a = withResource(new Columns) { c =>
      val a = c.own(new Thing("a"))
      c.own(new Thing("b"))
      assert(thrown(c.release(new Thing("c"))).isInstanceOf[IllegalStateException])
      val released = c.release(a)
      assert(thrown(c.free(a)).isInstanceOf[IllegalStateException])
      released
    }
    assertEquals(a.toString, "a")
    assertEquals(closed.toList, List("b"))
  }

  test("null is ignored") {
    withResource(new Columns) { c =>
      assert(c.own(null: Thing) eq null)
      c.free(null: Thing)
      assert(c.release(null: Thing) eq null)
    }
  }

  test("close closes all even if some fail, and reports each") {
    val first = new IllegalStateException("of c")
    val second = new OutOfMemoryError("of a")
    val fault = thrown(withResource(new Columns) { c =>
      c.own(new Thing("a", Some(second)))
      c.own(new Thing("b"))
      c.own(new Thing("c", Some(first)))
    })
    assert(fault eq first)
    assertEquals(fault.getSuppressed.toList, List[Throwable](second))
    assertEquals(closed.toList, List("c", "b", "a"))
  }

  test("after a failure in free, close closes the others") {
    val inClose = new OutOfMemoryError("in close")
    assert(thrown(withResource(new Columns) { c =>
      val a = c.own(new Thing("a", Some(inClose)))
      val b = c.own(new Thing("b"))
      c.free(a, b)
    }) eq inClose)
    assertEquals(closed.toList, List("a", "b"))
  }

  test("a failure of close is suppressed by the block's") {
    val inClose = new IllegalStateException("in close")
    val inBlock = new IllegalStateException("in the block")
    assert(thrown(withResource(new Columns) { c =>
      c.own(new Thing("a", Some(inClose)))
      throw inBlock
    }) eq inBlock)
    assertEquals(inBlock.getSuppressed.toList, List[Throwable](inClose))
  }

  test("a checked exception of close is the cause of an unchecked one") {
    val inClose = new IOException("in close")
    val fault = thrown(withResource(new Columns)(_.own(new Thing("a", Some(inClose)))))
    assertEquals(fault.getMessage, "Closing a failed")
    assert(fault.getCause eq inClose)
  }
}
