// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python

/** The methods and attributes that CPython's types have, those that we lack among them: a missing
  * one must not become an AttributeError. From `dir()` of CPython 3.11.
  */
private[python] object Methods {
  private val table: Map[String, Set[String]] = Map(
    "str" -> names(
      "capitalize casefold center count encode endswith expandtabs find format",
      "format_map index isalnum isalpha isascii isdecimal isdigit isidentifier islower",
      "isnumeric isprintable isspace istitle isupper join ljust lower lstrip maketrans",
      "partition removeprefix removesuffix replace rfind rindex rjust rpartition rsplit",
      "rstrip split splitlines startswith strip swapcase title translate upper zfill"
    ),
    "bytes" -> names(
      "capitalize center count decode endswith expandtabs find fromhex hex index",
      "isalnum isalpha isascii isdigit islower isspace istitle isupper join ljust lower",
      "lstrip maketrans partition removeprefix removesuffix replace rfind rindex rjust",
      "rpartition rsplit rstrip split splitlines startswith strip swapcase title",
      "translate upper zfill"
    ),
    "list" -> names(
      "append clear copy count extend index insert pop remove reverse sort"
    ),
    "tuple" -> names(
      "count index"
    ),
    "dict" -> names(
      "clear copy fromkeys get items keys pop popitem setdefault update values"
    ),
    "set" -> names(
      "add clear copy difference difference_update discard intersection",
      "intersection_update isdisjoint issubset issuperset pop remove",
      "symmetric_difference symmetric_difference_update union update"
    ),
    "int" -> names(
      "as_integer_ratio bit_count bit_length conjugate denominator from_bytes imag",
      "numerator real to_bytes"
    ),
    "float" -> names(
      "as_integer_ratio conjugate fromhex hex imag is_integer real"
    ),
    "Decimal" -> names(
      "adjusted as_integer_ratio as_tuple canonical compare compare_signal",
      "compare_total compare_total_mag conjugate copy_abs copy_negate copy_sign exp fma",
      "from_float imag is_canonical is_finite is_infinite is_nan is_normal is_qnan",
      "is_signed is_snan is_subnormal is_zero ln log10 logb logical_and logical_invert",
      "logical_or logical_xor max max_mag min min_mag next_minus next_plus next_toward",
      "normalize number_class quantize radix real remainder_near rotate same_quantum",
      "scaleb shift sqrt to_eng_string to_integral to_integral_exact to_integral_value"
    ),
    "date" -> names(
      "ctime day fromisocalendar fromisoformat fromordinal fromtimestamp isocalendar",
      "isoformat isoweekday max min month replace resolution strftime timetuple today",
      "toordinal weekday year"
    ),
    "datetime" -> names(
      "astimezone combine ctime date day dst fold fromisocalendar fromisoformat",
      "fromordinal fromtimestamp hour isocalendar isoformat isoweekday max microsecond",
      "min minute month now replace resolution second strftime strptime time timestamp",
      "timetuple timetz today toordinal tzinfo tzname utcfromtimestamp utcnow utcoffset",
      "utctimetuple weekday year"
    ),
    "timedelta" -> names(
      "days max microseconds min resolution seconds total_seconds"
    ),
    "time" -> names(
      "dst fold fromisoformat hour isoformat max microsecond min minute replace",
      "resolution second strftime tzinfo tzname utcoffset"
    ),
    "Match" -> names(
      "end endpos expand group groupdict groups lastgroup lastindex pos re regs span",
      "start string"
    ),
    "Pattern" -> names(
      "findall finditer flags fullmatch groupindex groups match pattern scanner search",
      "split sub subn"
    ),
    "range" -> names(
      "count index start step stop"
    )
  )

  private def names(lines: String*): Set[String] = lines.flatMap(_.split(' ')).toSet

  /** In the order in which a value of unknown type is taken to be one of them. */
  val types: Seq[String] = Seq("str", "Match") ++ (table.keySet - "str" - "Match").toSeq.sorted

  private val parents = Map("datetime" -> "date", "bool" -> "int", "Row" -> "tuple")

  def known(python: String, name: String): Boolean =
    table.get(python).exists(_(name)) || parents.get(python).exists(known(_, name))

  /** The operation that is the method of a type. */
  def of(python: String, name: String): Option[String] =
    if (!Operations.named(s"$python.$name").isEmpty) Some(s"$python.$name")
    else parents.get(python).flatMap(of(_, name))

  def javaClass(python: String): Option[String] = python match {
    case "int"   => Some("Long")
    case "float" => Some("Double")
    case _       => Type.byPython(python).map(_.java)
  }

  /** What is read without a call. */
  private val data =
    names(
      "year month day hour minute second microsecond tzinfo fold days seconds microseconds min max",
      "resolution string re pos endpos lastindex lastgroup regs pattern flags groups groupindex real",
      "imag numerator denominator start stop step"
    )

  def isMethod(name: String): Boolean =
    table.exists { case (t, all) =>
      all(name) && !(data(name) && !(t == "Match" && name == "start"))
    }
}
