package io.github.rapidsudfs.registry

import io.github.rapidsudfs.core.DualFunction
import io.github.rapidsudfs.functions.arrays._
import io.github.rapidsudfs.functions.bytes._
import io.github.rapidsudfs.functions.geo._
import io.github.rapidsudfs.functions.identities._
import io.github.rapidsudfs.functions.maps._
import io.github.rapidsudfs.functions.meta._
import io.github.rapidsudfs.functions.money._
import io.github.rapidsudfs.functions.net._
import io.github.rapidsudfs.functions.numbers._
import io.github.rapidsudfs.functions.structs._
import io.github.rapidsudfs.functions.text._
import io.github.rapidsudfs.functions.url._
import io.github.rapidsudfs.functions.time._

/** The functions that there are. A new one is added to the list of its category. */
object Catalogue {
  private val text: Seq[DualFunction] = Seq(
    new AsciiLower,
    new CharNgrams,
    new Hamming,
    new LuhnDigit,
    new LuhnValid,
    new MaskEmail,
    new MaskKeepLast,
    new PhoneE164,
    new StripHtml,
    new TextNormalize,
    new WordCount
  )

  private val bytes: Seq[DualFunction] = Seq(
    new Adler32Sum,
    new Base64Encode,
    new BytesLen,
    new HashBucket
  )

  private val url: Seq[DualFunction] = Seq(
    new UrlDecodeForm,
    new UrlEncodeForm,
    new UrlQueryMap
  )

  private val net: Seq[DualFunction] = Seq(
    new IpInCidr,
    new Ipv4ToLong,
    new LongToIpv4
  )

  private val time: Seq[DualFunction] = Seq(
    new AddBusinessDays,
    new AddMonthsSafe,
    new BusinessDays,
    new EpochMsToTs,
    new FiscalYear,
    new Hhmm,
    new TsFloor
  )

  private val numbers: Seq[DualFunction] = Seq(
    new BitFlags,
    new CToF,
    new SatAdd
  )

  private val money: Seq[DualFunction] = Seq(
    new DecSum,
    new MoneyGross,
    new MoneyRound,
    new MoneyToCents
  )

  private val geo: Seq[DualFunction] = Seq(
    new GeoCell,
    new HaversineKm
  )

  private val arrays: Seq[DualFunction] = Seq(
    new ArrayCosine,
    new ArrayJaccard,
    new ArrayStats,
    new Minhash
  )

  private val maps: Seq[DualFunction] = Seq(
    new MapFilterPrefix,
    new MapGetOr,
    new MapSum,
    new MergeMaps,
    new ParseKv
  )

  private val structs: Seq[DualFunction] = Seq(
    new BucketLabel,
    new ParseSemver,
    new SemverCmp
  )

  private val meta: Seq[DualFunction] = Seq(
    new CountNulls,
    new LibVersion,
    new VoidNull
  )

  private val identity: Seq[DualFunction] = Seq(
    new FlatIdentities.OfBigint,
    new FlatIdentities.OfBinary,
    new FlatIdentities.OfBoolean,
    new FlatIdentities.OfDate,
    new FlatIdentities.OfDecimal128,
    new FlatIdentities.OfDecimal32,
    new FlatIdentities.OfDecimal64,
    new FlatIdentities.OfDouble,
    new FlatIdentities.OfFloat,
    new FlatIdentities.OfInt,
    new FlatIdentities.OfSmallint,
    new FlatIdentities.OfString,
    new FlatIdentities.OfTimestamp,
    new FlatIdentities.OfTinyint,
    new FlatIdentities.OfVoid,
    new Identity,
    new NestedIdentities.OfArray,
    new NestedIdentities.OfArrayArray,
    new NestedIdentities.OfArrayInt,
    new NestedIdentities.OfArrayOfMaps,
    new NestedIdentities.OfMap,
    new NestedIdentities.OfMapOfStructs,
    new NestedIdentities.OfStruct,
    new NestedIdentities.OfStructOfArrays
  )

  /** All of them, by category and then by name. */
  val all: Seq[DualFunction] =
    Seq(
      text,
      bytes,
      url,
      net,
      time,
      numbers,
      money,
      geo,
      arrays,
      maps,
      structs,
      meta,
      identity
    ).flatten
      .sortBy(f => (f.signature().category(), f.signature().name()))

  private val byName: Map[String, DualFunction] = all.map(f => f.signature().name() -> f).toMap

  /** The function of this name.
    *
    * @throws NoSuchElementException
    *   naming the closest names where there is none
    */
  def apply(name: String): DualFunction = byName.getOrElse(name, throw unknown(name))

  def contains(name: String): Boolean = byName.contains(name)

  private def unknown(name: String): NoSuchElementException = {
    val near = byName.keys.toSeq.sortBy(distance(name, _)).take(3).mkString(", ")
    new NoSuchElementException(
      s"there is no function '$name' in the catalogue; the closest are $near"
    )
  }

  private def distance(a: String, b: String): Int =
    org.apache.spark.unsafe.types.UTF8String
      .fromString(a)
      .levenshteinDistance(org.apache.spark.unsafe.types.UTF8String.fromString(b))
}
