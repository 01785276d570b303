// format: off
// Generated from the catalogue by `make generate`: do not edit.
package io.github.rapidsudfs

import org.apache.spark.sql.Column
import org.apache.spark.sql.functions.{call_function, lit}

/** The catalogue's functions for the DataFrame API: `functions.urlDecodeForm(col("query"))`.
  *
  * What is a constant by its nature may be given as one:
  * `functions.ipInCidr(col("ip"), "10.0.0.0/8")`.
  * The session must know the function: by the extension, or by `RapidsUdfs.register`.
  */
package object functions {

  // Text

  /** Turns the letters A to Z into a to z and leaves every other character: `ascii_lower(text string) -> string`. */
  def asciiLower(text: Column): Column = call_function("ascii_lower", text)

  /** The runs of n characters of a text, from the first to the last: `char_ngrams(text string, n int) -> array<string>`. */
  def charNgrams(text: Column, n: Column): Column = call_function("char_ngrams", text, n)
  def charNgrams(text: Column, n: Int): Column = charNgrams(text, lit(n))

  /** Counts the positions in which two texts of the same length differ: `hamming(a string, b string) -> int`. */
  def hamming(a: Column, b: Column): Column = call_function("hamming", a, b)

  /** The Luhn check digit to put at the end of a number: `luhn_digit(number string) -> tinyint`. */
  def luhnDigit(number: Column): Column = call_function("luhn_digit", number)

  /** Whether a number ends with the right Luhn check digit, as card numbers do: `luhn_valid(number string) -> boolean`. */
  def luhnValid(number: Column): Column = call_function("luhn_valid", number)

  /** Masks the name in an e-mail address except for its first character: `mask_email(address string) -> string`. */
  def maskEmail(address: Column): Column = call_function("mask_email", address)

  /** Replaces every character but the last ones with *: `mask_keep_last(text string, keep int) -> string`. */
  def maskKeepLast(text: Column, keep: Column): Column = call_function("mask_keep_last", text, keep)
  def maskKeepLast(text: Column, keep: Int): Column = maskKeepLast(text, lit(keep))

  /** Writes a phone number as + and digits, with its country code: `phone_e164(number string, country_code string) -> string`. */
  def phoneE164(number: Column, countryCode: Column): Column = call_function("phone_e164", number, countryCode)
  def phoneE164(number: Column, countryCode: String): Column = phoneE164(number, lit(countryCode))

  /** Drops everything from a < to the next >: `strip_html(html string) -> string`. */
  def stripHtml(html: Column): Column = call_function("strip_html", html)

  /** Lower-cases A to Z, squeezes runs of blanks to one space and trims the ends: `text_normalize(text string) -> string`. */
  def textNormalize(text: Column): Column = call_function("text_normalize", text)

  /** Counts the words of a text: `word_count(text string) -> int`. */
  def wordCount(text: Column): Column = call_function("word_count", text)

  // Bytes

  /** The Adler-32 checksum of a string's UTF-8 bytes: `adler32(text string) -> bigint`. */
  def adler32(text: Column): Column = call_function("adler32", text)

  /** The Base64 encoding of a binary, with padding and without line breaks: `base64_encode(data binary) -> string`. */
  def base64Encode(data: Column): Column = call_function("base64_encode", data)

  /** The bucket of a string, from 0 up to the number of buckets less 1: `hash_bucket(text string, buckets int) -> int`. */
  def hashBucket(text: Column, buckets: Column): Column = call_function("hash_bucket", text, buckets)
  def hashBucket(text: Column, buckets: Int): Column = hashBucket(text, lit(buckets))

  // URLs

  /** Decodes a part of a query string or form body; NULL where it is malformed: `url_decode_form(text string) -> string`. */
  def urlDecodeForm(text: Column): Column = call_function("url_decode_form", text)

  /** Encodes text for a query string or form body, as java.net.URLEncoder does: `url_encode_form(text string) -> string`. */
  def urlEncodeForm(text: Column): Column = call_function("url_encode_form", text)

  /** Parses a query string into a map of decoded parameters; the last one of a name wins: `url_query_map(query string) -> map<string,string>`. */
  def urlQueryMap(query: Column): Column = call_function("url_query_map", query)

  // Networks

  /** Whether an IPv4 address lies in a CIDR block: `ip_in_cidr(address string, block string) -> boolean`. */
  def ipInCidr(address: Column, block: Column): Column = call_function("ip_in_cidr", address, block)
  def ipInCidr(address: Column, block: String): Column = ipInCidr(address, lit(block))

  /** The integer value of a dotted IPv4 address: `ipv4_to_long(address string) -> bigint`. */
  def ipv4ToLong(address: Column): Column = call_function("ipv4_to_long", address)

  /** The dotted IPv4 address of an integer: `long_to_ipv4(number bigint) -> string`. */
  def longToIpv4(number: Column): Column = call_function("long_to_ipv4", number)

  // Dates and times

  /** The date a number of days from Monday to Friday later, or earlier if negative: `add_business_days(start date, days int) -> date`. */
  def addBusinessDays(start: Column, days: Column): Column = call_function("add_business_days", start, days)

  /** The date a number of months later, or earlier if negative: `add_months_safe(day date, months int) -> date`. */
  def addMonthsSafe(day: Column, months: Column): Column = call_function("add_months_safe", day, months)

  /** The days from Monday to Friday between two dates: `business_days(start date, end date) -> int`. */
  def businessDays(start: Column, end: Column): Column = call_function("business_days", start, end)

  /** The year in which the fiscal year of a date ends: `fiscal_year(day date, first_month int) -> smallint`. */
  def fiscalYear(day: Column, firstMonth: Column): Column = call_function("fiscal_year", day, firstMonth)
  def fiscalYear(day: Column, firstMonth: Int): Column = fiscalYear(day, lit(firstMonth))

  /** Writes a minute of the day, 0 to 1439, as hours and minutes: `hhmm(minute smallint) -> string`. */
  def hhmm(minute: Column): Column = call_function("hhmm", minute)

  /** Rounds a timestamp down to a multiple of a number of minutes: `ts_floor(at timestamp, minutes int) -> timestamp`. */
  def tsFloor(at: Column, minutes: Column): Column = call_function("ts_floor", at, minutes)
  def tsFloor(at: Column, minutes: Int): Column = tsFloor(at, lit(minutes))

  // Numbers

  /** Packs four booleans into the lowest bits of a byte: `bit_flags(flag1 boolean, flag2 boolean, flag4 boolean, flag8 boolean) -> tinyint`. */
  def bitFlags(flag1: Column, flag2: Column, flag4: Column, flag8: Column): Column = call_function("bit_flags", flag1, flag2, flag4, flag8)

  /** Adds two bytes; a sum out of range becomes the nearest byte: `sat_add(a tinyint, b tinyint) -> tinyint`. */
  def satAdd(a: Column, b: Column): Column = call_function("sat_add", a, b)

  // Money

  /** Adds up the amounts of an array: `dec_sum(amounts array<decimal(18,2)>) -> decimal(38,2)`. */
  def decSum(amounts: Column): Column = call_function("dec_sum", amounts)

  /** Adds a rate to an amount: amount × (1 + rate), halves rounded away from zero: `money_gross(amount decimal(18,2), rate decimal(5,4)) -> decimal(24,2)`. */
  def moneyGross(amount: Column, rate: Column): Column = call_function("money_gross", amount, rate)

  /** Rounds an amount from four decimals to two, halves away from zero: `money_round(amount decimal(9,4)) -> decimal(9,2)`. */
  def moneyRound(amount: Column): Column = call_function("money_round", amount)

  /** Turns an amount into cents, halves rounded away from zero: `money_to_cents(amount decimal(38,4)) -> decimal(18,0)`. */
  def moneyToCents(amount: Column): Column = call_function("money_to_cents", amount)

  // Geography

  /** The number of the grid cell that a point in degrees lies in, at a level from 0 to 31: `geo_cell(latitude double, longitude double, level int) -> bigint`. */
  def geoCell(latitude: Column, longitude: Column, level: Column): Column = call_function("geo_cell", latitude, longitude, level)
  def geoCell(latitude: Column, longitude: Column, level: Int): Column = geoCell(latitude, longitude, lit(level))

  /** Great-circle distance in kilometres between two points given in degrees: `haversine_km(latitude1 double, longitude1 double, latitude2 double, longitude2 double) -> double`. */
  def haversineKm(latitude1: Column, longitude1: Column, latitude2: Column, longitude2: Column): Column = call_function("haversine_km", latitude1, longitude1, latitude2, longitude2)

  // Arrays

  /** Cosine of the angle between two vectors: `array_cosine(a array<double>, b array<double>) -> double`. */
  def arrayCosine(a: Column, b: Column): Column = call_function("array_cosine", a, b)

  /** The Jaccard index of two arrays: their intersection's size over their union's: `array_jaccard(a array<string>, b array<string>) -> double`. */
  def arrayJaccard(a: Column, b: Column): Column = call_function("array_jaccard", a, b)

  /** The number of values of an array, the least, the greatest, and all sorted: `array_stats(values array<bigint>) -> struct<n:int,min:bigint,max:bigint,sorted:array<bigint>>`. */
  def arrayStats(values: Column): Column = call_function("array_stats", values)

  /** The MinHash signature of a set of strings: k least hashes, from 1 to 256 of them: `minhash(members array<string>, k int) -> array<int>`. */
  def minhash(members: Column, k: Column): Column = call_function("minhash", members, k)
  def minhash(members: Column, k: Int): Column = minhash(members, lit(k))

  // Maps

  /** Keeps the entries of a map whose keys start with a prefix: `map_filter_prefix(entries map<string,string>, prefix string) -> map<string,string>`. */
  def mapFilterPrefix(entries: Column, prefix: Column): Column = call_function("map_filter_prefix", entries, prefix)
  def mapFilterPrefix(entries: Column, prefix: String): Column = mapFilterPrefix(entries, lit(prefix))

  /** The value of a key in a map, or a fallback if there is no such key: `map_get_or(entries map<string,string>, key string, fallback string) -> string`. */
  def mapGetOr(entries: Column, key: Column, fallback: Column): Column = call_function("map_get_or", entries, key, fallback)
  def mapGetOr(entries: Column, key: String, fallback: String): Column = mapGetOr(entries, lit(key), lit(fallback))

  /** Adds up the values of a map: `map_sum(counts map<string,bigint>) -> bigint`. */
  def mapSum(counts: Column): Column = call_function("map_sum", counts)

  /** Merges the maps of an array; the last entry of a key wins: `merge_maps(maps array<map<string,string>>) -> map<string,string>`. */
  def mergeMaps(maps: Column): Column = call_function("merge_maps", maps)

  /** Parses records like a=1;b=2|c=3 into an array of maps: `parse_kv(text string) -> array<map<string,string>>`. */
  def parseKv(text: Column): Column = call_function("parse_kv", text)

  // Structs

  /** The label of the bucket that a number falls into: `bucket_label(value double, buckets struct<edges:array<double>,labels:array<string>>) -> string`. */
  def bucketLabel(value: Column, buckets: Column): Column = call_function("bucket_label", value, buckets)

  /** Major, minor and patch number of a version: `parse_semver(version string) -> struct<major:int,minor:int,patch:int>`. */
  def parseSemver(version: Column): Column = call_function("parse_semver", version)

  /** Compares two versions: -1, 0 or 1 where the first is earlier, the same or later: `semver_cmp(a struct<major:int,minor:int,patch:int>, b struct<major:int,minor:int,patch:int>) -> int`. */
  def semverCmp(a: Column, b: Column): Column = call_function("semver_cmp", a, b)

  // Meta

  /** Counts the arguments that are null: `count_nulls(value any...) -> int`. */
  def countNulls(value: Column*): Column = call_function("count_nulls", value: _*)

  /** The version of this library: `lib_version() -> string`. */
  def libVersion(): Column = call_function("lib_version")

  // Identity

  /** Returns its argument, of whatever type: `identity(value any) -> the type of value`. */
  def identity(value: Column): Column = call_function("identity", value)
}
