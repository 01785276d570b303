// SPDX-License-Identifier: Apache-2.0

package io.github.rapidsudfs.python;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The methods and attributes of CPython's types, from {@code dir()} of CPython 3.11: one that this
 * run time lacks is rejected, whereas any other is an AttributeError, which a program may catch.
 */
public final class Attributes {
  private static final Map<String, Set<String>> NAMES = new TreeMap<>();

  static {
    has(
        "str",
        "capitalize casefold center count encode endswith expandtabs find format format_map index"
            + " isalnum isalpha isascii isdecimal isdigit isidentifier islower isnumeric"
            + " isprintable isspace istitle isupper join ljust lower lstrip maketrans partition"
            + " removeprefix removesuffix replace rfind rindex rjust rpartition rsplit rstrip split"
            + " splitlines startswith strip swapcase title translate upper zfill");
    has(
        "bytes",
        "capitalize center count decode endswith expandtabs find fromhex hex index isalnum isalpha"
            + " isascii isdigit islower isspace istitle isupper join ljust lower lstrip maketrans"
            + " partition removeprefix removesuffix replace rfind rindex rjust rpartition rsplit"
            + " rstrip split splitlines startswith strip swapcase title translate upper zfill");
    has("list", "append clear copy count extend index insert pop remove reverse sort");
    has("tuple", "count index");
    has("namedtuple", "_asdict");
    has("Row", "asDict count index geturl");
    has("dict", "clear copy fromkeys get items keys pop popitem setdefault update values");
    String dicts = "clear copy fromkeys get items keys pop popitem setdefault update values ";
    has("Counter", dicts + "elements most_common subtract total");
    has("defaultdict", dicts + "default_factory");
    has("OrderedDict", dicts + "move_to_end");
    has(
        "deque",
        "append appendleft clear copy count extend extendleft index insert maxlen pop popleft"
            + " remove reverse rotate");
    String sets =
        "copy difference intersection isdisjoint issubset issuperset symmetric_difference";
    has(
        "set",
        sets
            + " union add clear difference_update discard intersection_update pop remove"
            + " symmetric_difference_update update");
    has("frozenset", sets + " union");
    has(
        "int",
        "as_integer_ratio bit_count bit_length conjugate denominator from_bytes imag is_integer"
            + " numerator real to_bytes");
    has("float", "as_integer_ratio conjugate fromhex hex imag is_integer real");
    has(
        "Decimal",
        "adjusted as_integer_ratio as_tuple canonical compare compare_signal compare_total"
            + " compare_total_mag conjugate copy_abs copy_negate copy_sign exp fma from_float imag"
            + " is_canonical is_finite is_infinite is_nan is_normal is_qnan is_signed is_snan"
            + " is_subnormal is_zero ln log10 logb logical_and logical_invert logical_or"
            + " logical_xor max max_mag min min_mag next_minus next_plus next_toward normalize"
            + " number_class quantize radix real remainder_near rotate same_quantum scaleb shift"
            + " sqrt to_eng_string to_integral to_integral_exact to_integral_value");
    String day =
        " ctime day fromisocalendar fromisoformat fromordinal fromtimestamp isocalendar isoformat"
            + " isoweekday max min month replace resolution strftime timetuple today toordinal"
            + " weekday year";
    String clock =
        " dst fold fromisoformat hour isoformat max microsecond min minute replace resolution"
            + " second strftime tzinfo tzname utcoffset";
    has("date", day);
    has(
        "datetime",
        day
            + clock
            + " astimezone combine date now strptime time timestamp timetz"
            + " utcfromtimestamp utcnow utctimetuple");
    has("time", clock);
    has("timedelta", "days max microseconds min resolution seconds total_seconds");
    has(
        "Match",
        "end endpos expand group groupdict groups lastgroup lastindex pos re regs span start"
            + " string");
    has(
        "Pattern",
        "findall finditer flags fullmatch groupindex groups match pattern scanner search split sub"
            + " subn");
    has("range", "count index start step stop");
    has("HASH", "block_size copy digest digest_size hexdigest name update");
    for (String none : "NoneType function zip map filter enumerate reversed".split(" ")) {
      has(none, "");
    }
    has("dict_keys", "isdisjoint mapping");
    has("dict_values", "mapping");
    has("dict_items", "isdisjoint mapping");
    has(
        "error",
        "args with_traceback add_note name obj msg doc pos lineno colno pattern reason encoding"
            + " object start end value code filename offset text errno strerror");
  }

  /** Attributes read without a call; the other names are methods. */
  private static final Set<String> DATA =
      words(
          "year month day hour minute second microsecond tzinfo fold days seconds microseconds min"
              + " default_factory maxlen"
              + " max resolution string re pos endpos lastindex lastgroup regs pattern flags groups"
              + " groupindex real imag numerator denominator start stop step name");

  private static Set<String> words(String names) {
    return new HashSet<>(Arrays.asList(names.trim().split(" ")));
  }

  private static void has(String type, String names) {
    NAMES.put(type, words(names));
  }

  public static boolean isData(String name) {
    return DATA.contains(name);
  }

  /** The type whose methods a value also has, or null. */
  static String parent(Object self, String type) {
    if (self instanceof PyError) return "error";
    if (self instanceof PyRow || self instanceof PyRecord) return "tuple";
    if (self instanceof PyDict && !type.equals("dict")) return "dict";
    switch (type) {
      case "datetime":
        return "date";
      case "bool":
        return "int";
      case "frozenset":
        return "set";
      default:
        return null;
    }
  }

  /** The names of a type's methods and attributes; null if unknown. */
  public static Set<String> of(String type) {
    return NAMES.get(type);
  }

  public static Set<String> types() {
    return Collections.unmodifiableSet(NAMES.keySet());
  }

  /** The error to throw for {@code self.name} that is not an operation. */
  static RuntimeException missing(Object self, String name) {
    String type = Py.shortTypeName(self);
    boolean inherits = self instanceof PyError || self instanceof PyRecord || type.equals("bool");
    Set<String> has = NAMES.get(inherits ? parent(self, type) : type);
    if (name.startsWith("_") || has == null || has.contains(name)) {
      return new Unsupported("the attribute " + name + " of " + Py.typeName(self));
    }
    if (self instanceof PyRow) {
      // pyspark's Row looks for a field.
      int field = ((PyRow) self).index(name);
      if (field < 0 && !PyRow.isSparks(self)) return PyError.attribute(self, name);
      if (field < 0) return PyRow.missing(name);
      return PyError.type(
          "'" + Py.typeName(((PyRow) self).get(field)) + "' object is not callable");
    }
    return PyError.attribute(self, name);
  }
}
