// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.rows

import io.github.rapidsudfs.api.SparkWrites
import io.github.rapidsudfs.PatientSuite
import org.apache.spark.unsafe.Platform
import org.apache.spark.unsafe.types.UTF8String

import scala.util.Random

/** Words of eight bytes give what a look at each byte gives, wherever the bytes are. */
class Utf8Suite extends PatientSuite {
  private val texts: Seq[String] = {
    val random = new Random(7)
    val characters = Seq("a", "%", "+", "\u0000", "~", "\u007f", "é", "€", "😀", "\u0080")
    Seq("", "a", "é", "€uro", "1234567", "12345678", "123456789") ++
      Seq.fill(300)(Seq.fill(random.nextInt(30))(characters(random.nextInt(10))).mkString)
  }

  private def everywhere(text: String)(check: (UTF8String, Array[Byte]) => Unit): Unit = {
    val bytes = text.getBytes("UTF-8")
    check(UTF8String.fromBytes(bytes), bytes)
    val within = s"é$text%%%%%%%%".getBytes("UTF-8")
    check(UTF8String.fromBytes(within, 2, bytes.length), bytes)
    val longs = new Array[Long](bytes.length / 8 + 1)
    Platform.copyMemory(
      bytes,
      Platform.BYTE_ARRAY_OFFSET.toLong,
      longs,
      Platform.LONG_ARRAY_OFFSET.toLong,
      bytes.length.toLong
    )
    check(UTF8String.fromAddress(longs, Platform.LONG_ARRAY_OFFSET.toLong, bytes.length), bytes)
    val address = Platform.allocateMemory(bytes.length.toLong + 1)
    try {
      Platform.copyMemory(
        bytes,
        Platform.BYTE_ARRAY_OFFSET.toLong,
        null,
        address,
        bytes.length.toLong
      )
      check(UTF8String.fromAddress(null, address, bytes.length), bytes)
    } finally Platform.freeMemory(address)
  }

  test("a word or the rest of the text") {
    texts.foreach(everywhere(_) { (text, bytes) =>
      bytes.indices.foreach { i =>
        val expected = bytes
          .slice(i, i + 8)
          .zipWithIndex
          .map { case (b, k) =>
            (b & 0xffL) << 8 * k
          }
          .sum
        assertEquals(Utf8.wordOrRest(text, i), expected, (text, i))
      }
    })
  }

  test("the bytes of a word that are a character") {
    texts.foreach(everywhere(_) { (text, bytes) =>
      for (i <- bytes.indices; c <- "a%~\u007f") {
        val found = Utf8.equal(Utf8.wordOrRest(text, i), c)
        val expected = bytes
          .slice(i, i + 8)
          .zipWithIndex
          .map { case (b, k) =>
            if (b == c) 0x80L << 8 * k else 0L
          }
          .sum
        assertEquals(found, expected, (text, i, c))
      }
    })
  }

  test("the first index of a character in each part") {
    texts
      .filter(_.length < 20)
      .foreach(everywhere(_) { (text, bytes) =>
        for (from <- 0 to bytes.length; to <- from to bytes.length; c <- "a%\u0000\u007f") {
          val at = bytes.slice(from, to).indexOf(c.toByte)
          val expected = if (at < 0) to else from + at
          assertEquals(Utf8.indexOf(text, c, from, to), expected, (text, c, from, to))
        }
      })
  }

  test("characters are counted up to each byte, and texts of ASCII told apart") {
    texts.foreach(everywhere(_) { (text, bytes) =>
      (0 to bytes.length).foreach { end =>
        val expected = bytes.take(end).count(b => (b & 0xc0) != 0x80)
        assertEquals(Utf8.countCharacters(text, end), expected, (text, end))
      }
      assertEquals(Utf8.isAscii(text), bytes.forall(_ >= 0), text)
    })
  }

  test("the bytes of a word that are ASCII and greater than a character") {
    texts.foreach(everywhere(_) { (text, bytes) =>
      for (i <- bytes.indices; c <- Seq(0, 0x2f, 0x61, 0x7e, 0x7f)) {
        val expected = bytes
          .slice(i, i + 8)
          .zipWithIndex
          .map { case (b, k) => if (b > c) 0x80L << 8 * k else 0L }
          .sum
        assertEquals(Utf8.above(Utf8.wordOrRest(text, i), c), expected, (text, i, c))
      }
    })
  }

  test("slices, copies and the next character, from each byte on") {
    texts
      .filter(_.length < 12)
      .foreach(everywhere(_) { (text, bytes) =>
        for (from <- 0 to bytes.length; to <- from to bytes.length) {
          val slice = Utf8.slice(text, from, to)
          assertEquals(slice.getBytes.toSeq, bytes.slice(from, to).toSeq, (text, from, to))
          assert(slice.getBaseObject eq text.getBaseObject)
          val into = new Array[Byte](bytes.length + 2)
          assertEquals(Utf8.copy(text, from, to, into, 2), 2 + to - from)
          assertEquals(into.toSeq, Seq[Byte](0, 0) ++ bytes.slice(from, to).padTo(bytes.length, 0))
        }
        for (from <- 0 to bytes.length) {
          val starts = bytes.indexWhere(b => (b & 0xc0) != 0x80, from)
          val expected = if (starts < 0) bytes.length else starts
          assertEquals(Utf8.nextCharacter(text, from), expected, (text, from))
        }
      })
    val text = UTF8String.fromString("abc")
    assert(Utf8.slice(text, 0, 3) eq text, "the whole text")
  }

  test("arrays of strings are those that Spark writes, byte by byte") {
    val random = new Random(8)
    Seq(0, 1, 2, 63, 64, 65, 130).foreach { count =>
      val chosen = Seq.fill(count)(texts(random.nextInt(texts.size)))
      val withNulls = chosen.map(t => if (random.nextInt(5) == 0) null else t)
      val strings = withNulls.map(UTF8String.fromString).toArray
      val stored = withNulls.filter(_ != null).map(t => UnsafeStrings.stored(bytesOf(t))).sum
      val written = UnsafeStrings.of(count, stored)
      strings.foreach(written.add(_))
      assertEquals(written.toArray, SparkWrites.array(strings), withNulls)
      val keys = chosen.map(UTF8String.fromString).toArray
      val whole = (0, count)
      val part = (count / 3, count - count / 3)
      Seq(whole, part).foreach { case (from, to) =>
        val map = UnsafeStrings.map(keys, strings, from, to)
        val expected = SparkWrites.map(keys.slice(from, to), strings.slice(from, to))
        assertEquals(map.keyArray(), expected.keyArray(), (from, to))
        assertEquals(map.valueArray(), expected.valueArray(), (from, to))
      }
    }
  }

  test("a part of a text is written with nothing of what is beyond it") {
    texts
      .filter(_.length < 20)
      .foreach(everywhere(_) { (text, bytes) =>
        for (from <- 0 to bytes.length; to <- from to bytes.length) {
          val written = UnsafeStrings.of(1, UnsafeStrings.stored(to - from))
          written.add(text, from, to)
          val part = UTF8String.fromBytes(bytes, from, to - from)
          assertEquals(written.toArray, SparkWrites.array(Array(part)), (text, from, to))
        }
      })
  }

  private def bytesOf(text: String): Int = text.getBytes("UTF-8").length
}
