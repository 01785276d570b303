// SPDX-License-Identifier: Apache-2.0

package org.apache.spark.sql.rapidsudfs.builtins

import io.github.rapidsudfs.builtins
import io.github.rapidsudfs.builtins._
import io.github.rapidsudfs.columns.StringBytes
import io.github.rapidsudfs.functions.text.LuhnValid
import io.github.rapidsudfs.functions.url.{UrlDecodeForm, UrlEncodeForm}
import org.apache.spark.sql.catalyst.{expressions => spark}
import org.apache.spark.sql.catalyst.expressions.{Expression, Literal}
import org.apache.spark.sql.catalyst.expressions.objects.StaticInvoke
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

import scala.collection.JavaConverters._

/** Builtins on strings and bytes. */
private[builtins] object TextTwins {
  private val Empty = UTF8String.EMPTY_UTF8

  private def isColumn(e: Expression) = !e.foldable && e.dataType.isInstanceOf[StringType]

  private def isUtf8(charset: Expression) = charset match {
    case Literal(name: UTF8String, _) => name.toString.equalsIgnoreCase("UTF-8")
    case _                            => false
  }

  /** The mask of a class of characters: an ASCII character, or null to keep them. */
  private object MaskedBy {
    def unapply(by: Expression): Option[Character] = by match {
      case Literal(null, _) => Some(null)
      case Literal(c: UTF8String, _) if c.numBytes == 1 && c.numChars == 1 =>
        Some(c.toString.charAt(0))
      case _ => None
    }
  }

  /** The types allowed for `%s`; `%d` allows only numbers. */
  private def isPlain(argument: Expression) = argument.dataType match {
    case _: StringType | _: IntegralType | BooleanType => true
    case _                                             => false
  }

  private def isNumber(argument: Expression): java.lang.Boolean =
    argument.dataType.isInstanceOf[IntegralType]

  private def static(name: String, of: String, method: String)(
      covers: PartialFunction[Seq[Expression], Covered]
  ) = Twin.of[StaticInvoke](name) {
    case StaticCall(`of`, `method`, args) if covers.isDefinedAt(args) => covers(args)
  }

  /** Spark refuses malformed escapes, and replaces octets that are not UTF-8. */
  private def urlDecode = new PlainBody(
    args => new UrlDecodeForm().columnarBody(0, args),
    (args, decoded) => BuiltinBody.invalid(decoded, args: _*)
  )

  val all: Seq[Twin] = Seq(
    Twin.of[spark.ElementAt]("split_part") {
      case spark.ElementAt(
            spark.StringSplitSQL(text, Literal(delimiter: UTF8String, _)),
            Literal(part: Int, _),
            Some(Literal(Empty, _)),
            _
          ) if delimiter.numBytes > 0 && part != 0 =>
        val separator = delimiter.toString
        Covered(new PlainBody(args => StringFunctions.splitPart(args(0), separator, part)), text)
    },
    // The plugin ignores the value to return for a missing part.
    Twin.correcting[spark.ElementAt]("split_part") {
      case spark.ElementAt(parts, part, Some(Literal(Empty, _)), _)
          if parts.dataType.isInstanceOf[ArrayType] =>
        Covered(new builtins.SplitPart, parts, part)
    },
    Twin.whole[spark.FindInSet]("find_in_set")(
      new PlainBody(args => StringFunctions.findInSet(args(0), args(1)))
    ),
    Twin.of[spark.Overlay]("overlay") {
      case spark.Overlay(text, replacement, Literal(at: Int, _), Literal(width: Int, _))
          if at > 0 && (width >= 0 || replacement.foldable) && isColumn(text) =>
        val length = replacement match {
          case Literal(by: UTF8String, _) if width < 0 => by.numChars
          case _                                       => width
        }
        Covered(
          new PlainBody(args => StringFunctions.overlay(args(0), args(1), at, length)),
          text,
          replacement
        )
    },
    Twin.whole[spark.StringSpace]("space")(
      new PlainBody(args => StringFunctions.spaces(args(0)))
    ),
    Twin.of[spark.StartsWith]("startswith") {
      case spark.StartsWith(text, prefix) if isColumn(text) && isColumn(prefix) =>
        Covered(new PlainBody(args => StringFunctions.startsWith(args(0), args(1))), text, prefix)
    },
    Twin.of[spark.EndsWith]("endswith") {
      case spark.EndsWith(text, suffix) if isColumn(text) && isColumn(suffix) =>
        Covered(new PlainBody(args => StringFunctions.endsWith(args(0), args(1))), text, suffix)
    },
    Twin.of[spark.FormatString]("format_string") { case Formatted(body, arguments) =>
      Covered(body, arguments: _*)
    },
    Twin.of[spark.Elt]("elt") {
      case spark.Elt(n +: texts, failOnError) if texts.forall(_.dataType == StringType) =>
        Covered(new builtins.Elt(failOnError), n +: texts: _*)
    },
    Twin.whole[spark.Chr]("chr")(new PlainBody(args => LookupTables.chr(args(0)))),
    Twin.whole[spark.SoundEx]("soundex")(
      new PlainBody(args => builtins.SoundEx.of(args(0)))
    ),
    Twin.of[spark.Mask]("mask") {
      case spark.Mask(text, MaskedBy(upper), MaskedBy(lower), MaskedBy(digit), MaskedBy(other)) =>
        val table = StringFunctions.masks(upper, lower, digit, other)
        Covered(
          new PlainBody(args => StringBytes.map(args(0), table), (args, _) => NonAscii.in(args(0))),
          text
        )
    },
    Twin.of[spark.Unhex]("unhex") { case spark.Unhex(text, false) =>
      Covered(new builtins.Unhex(false), text)
    },
    Twin.of[spark.Unhex]("to_binary") { case spark.Unhex(text, true) =>
      Covered(new builtins.Unhex(true), text)
    },
    Twin.of[spark.UnBase64]("unbase64") { case spark.UnBase64(text, false) =>
      Covered(new builtins.UnBase64, text)
    },
    Twin.of[spark.Encode]("encode") {
      case encode: spark.Encode if isUtf8(encode.children(1)) =>
        Covered(new PlainBody(args => StringFunctions.bytes(args(0))), encode.children.head)
    },
    static("encode", "Encode", "encode") {
      case Seq(text, charset, _*) if isUtf8(charset) =>
        Covered(new PlainBody(args => StringFunctions.bytes(args(0))), text)
    },
    static("base64", "Base64", "encode") { case Seq(bytes, Literal(chunked: Boolean, _)) =>
      Covered(new Base64Lines(chunked), bytes)
    },
    static("url_encode", "UrlCodec", "encode") { case Seq(text, _*) =>
      Covered(new PlainBody(args => new UrlEncodeForm().columnarBody(0, args)), text)
    },
    static("url_decode", "UrlCodec", "decode") {
      case Seq(text, Literal(true, _))                    => Covered(urlDecode, text)
      case Seq(text, charset: Literal) if isUtf8(charset) => Covered(urlDecode, text)
    },
    static("try_url_decode", "UrlCodec", "decode") { case Seq(text, Literal(false, _)) =>
      Covered(urlDecode, text)
    },
    static("luhn_check", "ExpressionImplUtils", "isLuhnNumber") { case Seq(number) =>
      // Spark takes digits that are not ASCII, too.
      val body = new PlainBody(
        args => new LuhnValid().columnarBody(0, args),
        (args, _) => NonAscii.in(args(0))
      )
      Covered(body, number)
    },
    static("quote", "ExpressionImplUtils", "quote") { case Seq(text) =>
      Covered(new PlainBody(args => StringFunctions.quote(args(0))), text)
    }
  )

  private object Formatted {
    def unapply(call: spark.FormatString): Option[(BuiltinBody, Seq[Expression])] =
      call.children match {
        case Literal(format: UTF8String, _) +: arguments if arguments.forall(isPlain) =>
          val body = FormatPieces.of(format.toString, arguments.map(isNumber).asJava)
          if (body.isPresent) Some((body.get, arguments)) else None
        case _ => None
      }
  }
}
