# Generated from the catalogue by `make generate`: do not edit.
# ruff: noqa: E501, RUF002

"""The catalogue's functions for the DataFrame API: ``functions.url_decode_form("query")``.

Arguments are columns, their names or constants, and the result is a column. A string is a column's
name, except for an argument that is a constant string by its nature, such as a CIDR block or a
prefix: its type is ``LiteralStr``, and ``col(...)`` makes a column of a name. Lists become arrays,
dictionaries become maps. The session must have the functions, by ``rapids_udfs.configure`` or by
``rapids_udfs.register`` without a prefix.
"""

from pyspark.sql import Column

from rapids_udfs.functions._build import ColumnOrName, LiteralStr

__all__ = [
    "add_business_days",
    "add_months_safe",
    "adler32",
    "array_cosine",
    "array_jaccard",
    "array_stats",
    "ascii_lower",
    "base64_encode",
    "bit_flags",
    "bucket_label",
    "business_days",
    "char_ngrams",
    "count_nulls",
    "dec_sum",
    "fiscal_year",
    "geo_cell",
    "hamming",
    "hash_bucket",
    "haversine_km",
    "hhmm",
    "identity",
    "ip_in_cidr",
    "ipv4_to_long",
    "lib_version",
    "long_to_ipv4",
    "luhn_digit",
    "luhn_valid",
    "map_filter_prefix",
    "map_get_or",
    "map_sum",
    "mask_email",
    "mask_keep_last",
    "merge_maps",
    "minhash",
    "money_gross",
    "money_round",
    "money_to_cents",
    "parse_kv",
    "parse_semver",
    "phone_e164",
    "sat_add",
    "semver_cmp",
    "strip_html",
    "text_normalize",
    "ts_floor",
    "url_decode_form",
    "url_encode_form",
    "url_query_map",
    "word_count",
]

def add_business_days(start: ColumnOrName, days: ColumnOrName) -> Column:
    """The date a number of days from Monday to Friday later, or earlier if negative.

    A start on a Saturday or Sunday first becomes the Monday after it, also for 0 and for
    negative numbers. Knows no holidays. A result out of the range of dates gives null.

    Args:
        start: date.
        days: int.

    Returns:
        date; null where any argument is null.

    Example, in SQL::

        add_business_days(DATE '2024-03-01', 1)  gives  2024-03-04
        add_business_days(DATE '2024-03-02', -1)  gives  2024-03-01
    """

def add_months_safe(day: ColumnOrName, months: ColumnOrName) -> Column:
    """The date a number of months later, or earlier if negative.

    The day of the month is kept, or where the month is too short, becomes the last one. Unlike
    add_months, a result out of range gives null, not an error: years go from -32767 to 32767,
    for the date as for the result.

    Args:
        day: date.
        months: int.

    Returns:
        date; null where any argument is null.

    Example, in SQL::

        add_months_safe(DATE '2024-01-31', 1)  gives  2024-02-29
        add_months_safe(DATE '2024-03-31', -13)  gives  2023-02-28
        add_months_safe(DATE '2024-01-31', 2147483647)  gives  NULL
    """

def adler32(text: ColumnOrName) -> Column:
    """The Adler-32 checksum of a string's UTF-8 bytes.

    As zlib and java.util.zip.Adler32 compute it; that of an empty string is 1.

    Args:
        text: string.

    Returns:
        bigint; null where any argument is null.

    Where CPU and GPU differ:
        - Strings are expected to be valid UTF-8. Where one is not (a binary cast to string, a
          file in another encoding), the columnar body sees its bytes, and so does a call that
          is compiled into the query; Spark's own UDF call makes a Java string of them, with
          U+FFFD in place of what is invalid.

    Example, in SQL::

        adler32('Wikipedia')  gives  300286872
    """

def array_cosine(a: ColumnOrName, b: ColumnOrName) -> Column:
    """Cosine of the angle between two vectors.

    Sums run from the first element to the last, in double precision, so that every engine gives
    the same bits. What rounding takes beyond 1 or -1 is cut, so acos takes every result. Null
    where the sizes differ, an element is null, or a norm is zero (as that of an empty array is,
    and that of elements so small that their squares are zero). NaN and infinities spread as in
    any sum.

    Args:
        a: array<double>.
        b: array<double>.

    Returns:
        double; null where any argument is null.

    Example, in SQL::

        array_cosine(array(1D, 0D), array(2D, 0D))  gives  1.0
        array_cosine(array(1D, 2D), array(2D))  gives  NULL
    """

def array_jaccard(a: ColumnOrName, b: ColumnOrName) -> Column:
    """The Jaccard index of two arrays: their intersection's size over their union's.

    Arrays count as sets: repeated elements count once, and null is an element like any other.
    Two empty arrays give 1.

    Args:
        a: array<string>.
        b: array<string>.

    Returns:
        double; null where any argument is null.

    Where CPU and GPU differ:
        - Strings are expected to be valid UTF-8. Where one is not (a binary cast to string, a
          file in another encoding), the columnar body sees its bytes, and so does a call that
          is compiled into the query; Spark's own UDF call makes a Java string of them, with
          U+FFFD in place of what is invalid.

    Example, in SQL::

        array_jaccard(array('a', 'b', 'c'), array('b', 'c', 'd'))  gives  0.5
        array_jaccard(array('a', 'a'), array('a'))  gives  1.0
    """

def array_stats(values: ColumnOrName) -> Column:
    """The number of values of an array, the least, the greatest, and all sorted.

    Null elements are neither counted nor compared, and come last in order. Without values the
    least and the greatest are null.

    Args:
        values: array<bigint>.

    Returns:
        struct<n:int,min:bigint,max:bigint,sorted:array<bigint>>; null where any argument is
        null.

    Example, in SQL::

        array_stats(array(3L, 1L, NULL, 2L))  gives  {3, 1, 3, [1, 2, 3, null]}
        array_stats(array(3L, 1L)).min  gives  1
    """

def ascii_lower(text: ColumnOrName) -> Column:
    """Turns the letters A to Z into a to z and leaves every other character.

    Unlike lower(), it does not depend on Unicode's case tables: Ä stays Ä.

    Args:
        text: string.

    Returns:
        string; null where any argument is null.

    Where CPU and GPU differ:
        - Strings are expected to be valid UTF-8. Where one is not (a binary cast to string, a
          file in another encoding), the columnar body sees its bytes, and so does a call that
          is compiled into the query; Spark's own UDF call makes a Java string of them, with
          U+FFFD in place of what is invalid.

    Example, in SQL::

        ascii_lower('Straße ÄB')  gives  straße Äb
    """

def base64_encode(data: ColumnOrName) -> Column:
    """The Base64 encoding of a binary, with padding and without line breaks.

    By RFC 4648, with + and /. As Spark's base64 where spark.sql.chunkBase64String.enabled is
    false; by default that breaks lines after 76 characters, in all supported versions. unbase64
    reads it. Meant for keys and digests: in columns, intermediate results take some thirty
    times the memory of the bytes.

    Args:
        data: binary.

    Returns:
        string; null where any argument is null.

    Example, in SQL::

        base64_encode(CAST('Spark SQL' AS BINARY))  gives  U3BhcmsgU1FM
        base64_encode(X'FBFF')  gives  +/8=
    """

def bit_flags(
    flag1: ColumnOrName, flag2: ColumnOrName, flag4: ColumnOrName, flag8: ColumnOrName
) -> Column:
    """Packs four booleans into the lowest bits of a byte.

    The first argument counts 1, the second 2, the third 4 and the fourth 8. Null counts as
    false.

    Args:
        flag1: boolean.
        flag2: boolean.
        flag4: boolean.
        flag8: boolean.

    Returns:
        tinyint; never null.

    Example, in SQL::

        bit_flags(true, false, true, false)  gives  5
        bit_flags(NULL, NULL, NULL, true)  gives  8
    """

def bucket_label(value: ColumnOrName, buckets: ColumnOrName) -> Column:
    """The label of the bucket that a number falls into.

    The label at the position of the first edge above the number; if there is no such edge, the
    label after the others. An edge belongs to the bucket that it begins. Edges are expected in
    ascending order; null and NaN among them are above nothing. A missing label, NaN, and null
    edges or labels give null.

    Args:
        value: double.
        buckets: struct<edges:array<double>,labels:array<string>>.

    Returns:
        string; null where any argument is null.

    Where CPU and GPU differ:
        - Strings are expected to be valid UTF-8. Where one is not (a binary cast to string, a
          file in another encoding), the columnar body sees its bytes, and so does a call that
          is compiled into the query; Spark's own UDF call makes a Java string of them, with
          U+FFFD in place of what is invalid.

    Example, in SQL::

        bucket_label(21.5, named_struct('edges', array(0D, 20D, 30D), 'labels', array('frost', 'cold', 'warm', 'hot')))  gives  warm
        bucket_label(2, named_struct('edges', array(1D), 'labels', array('low')))  gives  NULL
    """

def business_days(start: ColumnOrName, end: ColumnOrName) -> Column:
    """The days from Monday to Friday between two dates.

    Counts the start and not the end; where the start is after the end, the count of the days
    from the end to the start with a minus sign. Knows no holidays. A count beyond the range of
    int gives null.

    Args:
        start: date.
        end: date.

    Returns:
        int; null where any argument is null.

    Example, in SQL::

        business_days(DATE '2024-03-01', DATE '2024-03-08')  gives  5
        business_days(DATE '2024-03-08', DATE '2024-03-01')  gives  -5
    """

def char_ngrams(text: ColumnOrName, n: ColumnOrName) -> Column:
    """The runs of n characters of a text, from the first to the last.

    Characters are code points. A text of fewer than n characters has none, and neither has any
    where n is 0 or less.

    Args:
        text: string.
        n: int.

    Returns:
        array<string>; null where any argument is null.

    Where CPU and GPU differ:
        - Strings are expected to be valid UTF-8. Where one is not (a binary cast to string, a
          file in another encoding), the columnar body sees its bytes, and so does a call that
          is compiled into the query; Spark's own UDF call makes a Java string of them, with
          U+FFFD in place of what is invalid.

    Example, in SQL::

        char_ngrams('spark', 3)  gives  [spa, par, ark]
        char_ngrams('spark', 6)  gives  []
    """

def count_nulls(*value: ColumnOrName) -> Column:
    """Counts the arguments that are null.

    Takes any number of arguments of any types; NaN and empty are not null.

    Args:
        value: any (any number).

    Returns:
        int; never null.

    Example, in SQL::

        count_nulls(1, NULL, 'a', array(NULL))  gives  1
        count_nulls()  gives  0
    """

def dec_sum(amounts: ColumnOrName) -> Column:
    """Adds up the amounts of an array.

    Null elements are skipped, and the sum of no values is 0. No array is long enough to
    overflow the result. Amounts with more decimals are refused: rounding each changes the sum.

    Args:
        amounts: array<decimal(18,2)>.

    Returns:
        decimal(38,2); null where any argument is null.

    Example, in SQL::

        dec_sum(array(1.50BD, 2.25BD))  gives  3.75
        dec_sum(array())  gives  0.00
    """

def fiscal_year(day: ColumnOrName, first_month: ColumnOrName) -> Column:
    """The year in which the fiscal year of a date ends.

    The fiscal year starts on the first day of the given month; one that starts in January is
    the calendar year. A month outside 1 to 12 gives null, and so does a date whose calendar or
    fiscal year is not a smallint.

    Args:
        day: date.
        first_month: int.

    Returns:
        smallint; null where any argument is null.

    Example, in SQL::

        fiscal_year(DATE '2024-10-01', 10)  gives  2025
        fiscal_year(DATE '2024-09-30', 10)  gives  2024
        fiscal_year(DATE '2024-09-30', 13)  gives  NULL
    """

def geo_cell(latitude: ColumnOrName, longitude: ColumnOrName, level: ColumnOrName) -> Column:
    """The number of the grid cell that a point in degrees lies in, at a level from 0 to 31.

    At level n the latitudes from -90 to 90 and the longitudes from -180 to 180 are cut into 2^n
    equal parts each. A part holds its lower end, the last one its upper end too; what lies
    outside is moved to the nearest end, infinities too. The parts' numbers, floor((latitude +
    90) / 180 * 2^n) and floor((longitude + 180) / 360 * 2^n) in doubles, are interleaved bit by
    bit, latitude in the lowest place: the 2n bits of the point's geohash. shiftright(cell, 2)
    is the cell around it, one level up. NaN or another level gives null.

    Args:
        latitude: double.
        longitude: double.
        level: int.

    Returns:
        bigint; null where any argument is null.

    Example, in SQL::

        geo_cell(52.5200, 13.4050, 10)  gives  855148
        geo_cell(-90, -180, 31)  gives  0
        geo_cell(0, 0, 32)  gives  NULL
    """

def hamming(a: ColumnOrName, b: ColumnOrName) -> Column:
    """Counts the positions in which two texts of the same length differ.

    Positions are code points, compared as they are: case and composition are not normalized.
    Texts of different lengths give null.

    Args:
        a: string.
        b: string.

    Returns:
        int; null where any argument is null.

    Example, in SQL::

        hamming('karolin', 'kathrin')  gives  3
        hamming('abc', 'ab')  gives  NULL
    """

def hash_bucket(text: ColumnOrName, buckets: ColumnOrName) -> Column:
    """The bucket of a string, from 0 up to the number of buckets less 1.

    As pmod(hash(text), buckets), by which Spark partitions: Murmur3 of the UTF-8 bytes, seed
    42. 0 or fewer buckets give null.

    Args:
        text: string.
        buckets: int.

    Returns:
        int; null where any argument is null.

    Where CPU and GPU differ:
        - Strings are expected to be valid UTF-8. Where one is not (a binary cast to string, a
          file in another encoding), the columnar body sees its bytes, and so does a call that
          is compiled into the query; Spark's own UDF call makes a Java string of them, with
          U+FFFD in place of what is invalid.

    Example, in SQL::

        hash_bucket('Spark', 16)  gives  5
        hash_bucket('Spark', 0)  gives  NULL
    """

def haversine_km(
    latitude1: ColumnOrName,
    longitude1: ColumnOrName,
    latitude2: ColumnOrName,
    longitude2: ColumnOrName,
) -> Column:
    """Great-circle distance in kilometres between two points given in degrees.

    On a sphere of the mean radius 6371.0088 km. Degrees may lie outside ±90 and ±180 and are
    taken as the angles that they are; NaN or an infinity gives NaN.

    Args:
        latitude1: double.
        longitude1: double.
        latitude2: double.
        longitude2: double.

    Returns:
        double; null where any argument is null.

    CPU and GPU may differ by 1e-12, relative.

    Example, in SQL::

        round(haversine_km(52.5200, 13.4050, 48.8566, 2.3522), 3)  gives  877.465
    """

def hhmm(minute: ColumnOrName) -> Column:
    """Writes a minute of the day, 0 to 1439, as hours and minutes.

    Two digits each, 00:00 to 23:59; any other number gives null.

    Args:
        minute: smallint.

    Returns:
        string; null where any argument is null.

    Example, in SQL::

        hhmm(545S)  gives  09:05
        hhmm(1440S)  gives  NULL
    """

def identity(value: ColumnOrName) -> Column:
    """Returns its argument, of whatever type.

    It shows what crosses between Spark and cuDF, and what that costs.

    Args:
        value: any.

    Returns:
        the type of value; null where any argument is null.

    Where CPU and GPU differ:
        - Strings are expected to be valid UTF-8. Where one is not (a binary cast to string, a
          file in another encoding), the columnar body sees its bytes, and so does a call that
          is compiled into the query; Spark's own UDF call makes a Java string of them, with
          U+FFFD in place of what is invalid.

    Example, in SQL::

        identity(CAST(1.50 AS DECIMAL(21,3)))  gives  1.500
    """

def ip_in_cidr(address: ColumnOrName, block: LiteralStr) -> Column:
    """Whether an IPv4 address lies in a CIDR block.

    The block is an address, a slash and a prefix length from 0 to 32 without leading zeros;
    host bits set in it are ignored. Addresses are strict dotted quads, as in ipv4_to_long;
    where either argument is malformed the result is null.

    Args:
        address: string.
        block: string, a literal.

    Returns:
        boolean; null where any argument is null.

    Example, in SQL::

        ip_in_cidr('10.1.2.3', '10.0.0.0/8')  gives  true
        ip_in_cidr('11.1.2.3', '10.0.0.0/8')  gives  false
    """

def ipv4_to_long(address: ColumnOrName) -> Column:
    """The integer value of a dotted IPv4 address.

    Strict, like inet_pton: four decimal numbers from 0 to 255 without leading zeros, signs or
    blanks; anything else gives null.

    Args:
        address: string.

    Returns:
        bigint; null where any argument is null.

    Example, in SQL::

        ipv4_to_long('192.168.0.1')  gives  3232235521
        ipv4_to_long('192.168.0.256')  gives  NULL
    """

def lib_version() -> Column:
    """The version of this library.

    Evaluated where the row is computed: the version of the executor's jar.

    Returns:
        string; never null.

    Example, in SQL::

        lib_version() RLIKE '^[0-9]+[.][0-9]+[.][0-9]+'  gives  true
    """

def long_to_ipv4(number: ColumnOrName) -> Column:
    """The dotted IPv4 address of an integer.

    Numbers below 0 or above 4294967295 give null.

    Args:
        number: bigint.

    Returns:
        string; null where any argument is null.

    Example, in SQL::

        long_to_ipv4(3232235521)  gives  192.168.0.1
    """

def luhn_digit(number: ColumnOrName) -> Column:
    """The Luhn check digit to put at the end of a number.

    The digits are 0 to 9 of ASCII, any number of them. Anything else in the string, a blank or
    a hyphen too, gives null, and so does an empty string.

    Args:
        number: string.

    Returns:
        tinyint; null where any argument is null.

    Example, in SQL::

        luhn_digit('7992739871')  gives  3
        luhn_digit('7992-7398-71')  gives  NULL
    """

def luhn_valid(number: ColumnOrName) -> Column:
    """Whether a number ends with the right Luhn check digit, as card numbers do.

    The digits are 0 to 9 of ASCII, any number of them. Anything else in the string, a blank or
    a hyphen too, makes it false, and so does an empty string.

    Args:
        number: string.

    Returns:
        boolean; null where any argument is null.

    Example, in SQL::

        luhn_valid('4539148803436467')  gives  true
        luhn_valid('4539148803436468')  gives  false
    """

def map_filter_prefix(entries: ColumnOrName, prefix: LiteralStr) -> Column:
    """Keeps the entries of a map whose keys start with a prefix.

    The entries keep their order (registered with registerJavaFunction or as a Hive function,
    Spark loses that of maps before they come here). Every key starts with the empty prefix.

    Args:
        entries: map<string,string>.
        prefix: string, a literal.

    Returns:
        map<string,string>; null where any argument is null.

    Where CPU and GPU differ:
        - Strings are expected to be valid UTF-8. Where one is not (a binary cast to string, a
          file in another encoding), the columnar body sees its bytes, and so does a call that
          is compiled into the query; Spark's own UDF call makes a Java string of them, with
          U+FFFD in place of what is invalid.
        - For keys that are not valid UTF-8 the columnar result is unspecified, and in mode
          emulate the query fails.

    Example, in SQL::

        map_filter_prefix(map('utm_a', '1', 'b', '2'), 'utm_')  gives  {utm_a -> 1}
    """

def map_get_or(entries: ColumnOrName, key: LiteralStr, fallback: LiteralStr) -> Column:
    """The value of a key in a map, or a fallback if there is no such key.

    A key that is present with a null value gives null.

    Args:
        entries: map<string,string>.
        key: string, a literal.
        fallback: string, a literal.

    Returns:
        string; null where any argument is null.

    Where CPU and GPU differ:
        - Strings are expected to be valid UTF-8. Where one is not (a binary cast to string, a
          file in another encoding), the columnar body sees its bytes, and so does a call that
          is compiled into the query; Spark's own UDF call makes a Java string of them, with
          U+FFFD in place of what is invalid.

    Example, in SQL::

        map_get_or(map('a', '1'), 'a', '0')  gives  1
        map_get_or(map('a', '1'), 'b', '0')  gives  0
    """

def map_sum(counts: ColumnOrName) -> Column:
    """Adds up the values of a map.

    Null values are skipped, and the sum of none is 0. A sum out of the range of bigint wraps
    around.

    Args:
        counts: map<string,bigint>.

    Returns:
        bigint; null where any argument is null.

    Example, in SQL::

        map_sum(map('a', 1L, 'b', 41L))  gives  42
        map_sum(map('a', CAST(NULL AS BIGINT)))  gives  0
    """

def mask_email(address: ColumnOrName) -> Column:
    """Masks the name in an e-mail address except for its first character.

    The first character (a code point), three stars, and everything from the first @ on; however
    long the name is. Without an @ the result is null. Where the @ itself is the first
    character, it stands on both sides of the stars.

    Args:
        address: string.

    Returns:
        string; null where any argument is null.

    Where CPU and GPU differ:
        - Strings are expected to be valid UTF-8. Where one is not (a binary cast to string, a
          file in another encoding), the columnar result is unspecified, and in mode emulate the
          query fails; a call that is compiled into the query sees its bytes; Spark's own UDF
          call makes a Java string of them, with U+FFFD in place of what is invalid.

    Example, in SQL::

        mask_email('jane.doe@example.com')  gives  j***@example.com
        mask_email('nobody')  gives  NULL
    """

def mask_keep_last(text: ColumnOrName, keep: ColumnOrName) -> Column:
    """Replaces every character but the last ones with *.

    Characters are code points. Keeping 0 or fewer masks all, keeping as many as there are or
    more masks none.

    Args:
        text: string.
        keep: int.

    Returns:
        string; null where any argument is null.

    Where CPU and GPU differ:
        - Strings are expected to be valid UTF-8. Where one is not (a binary cast to string, a
          file in another encoding), the columnar result is unspecified, and in mode emulate the
          query fails; a call that is compiled into the query sees its bytes; Spark's own UDF
          call makes a Java string of them, with U+FFFD in place of what is invalid.

    Example, in SQL::

        mask_keep_last('4929123456789012', 4)  gives  ************9012
        mask_keep_last('secret', 0)  gives  ******
    """

def merge_maps(maps: ColumnOrName) -> Column:
    """Merges the maps of an array; the last entry of a key wins.

    Null maps are skipped, so that an array of nothing else gives an empty map. The entries come
    in the order of those that won, but for a Hive function: Spark knows no order of maps there.

    Args:
        maps: array<map<string,string>>.

    Returns:
        map<string,string>; null where any argument is null.

    Where CPU and GPU differ:
        - Strings are expected to be valid UTF-8. Where one is not (a binary cast to string, a
          file in another encoding), the columnar body sees its bytes, and so does a call that
          is compiled into the query; Spark's own UDF call makes a Java string of them, with
          U+FFFD in place of what is invalid.

    Example, in SQL::

        merge_maps(array(map('a', '1', 'b', '2'), map('a', '3')))  gives  {b -> 2, a -> 3}
        merge_maps(array(map('a', '1'), NULL))  gives  {a -> 1}
    """

def minhash(members: ColumnOrName, k: ColumnOrName) -> Column:
    """The MinHash signature of a set of strings: k least hashes, from 1 to 256 of them.

    The n-th number is the least of hash(member) * (hash(n) | 1), as an int that wraps around,
    where hash is Spark's Murmur3 with seed 42. Members that come twice count once, null members
    do not count; where all are null or the set is empty, the k numbers are null. The share of
    places in which two signatures agree estimates the sets' array_jaccard. k below 1 or above
    256 gives null.

    Args:
        members: array<string>.
        k: int.

    Returns:
        array<int>; null where any argument is null.

    Where CPU and GPU differ:
        - Strings are expected to be valid UTF-8. Where one is not (a binary cast to string, a
          file in another encoding), the columnar body sees its bytes, and so does a call that
          is compiled into the query; Spark's own UDF call makes a Java string of them, with
          U+FFFD in place of what is invalid.

    Example, in SQL::

        minhash(array('a', 'b', 'c'), 3)  gives  [-1453317962, -1353844777, -1623851933]
        minhash(array(NULL), 2)  gives  [null, null]
    """

def money_gross(amount: ColumnOrName, rate: ColumnOrName) -> Column:
    """Adds a rate to an amount: amount × (1 + rate), halves rounded away from zero.

    The product is exact before it is rounded once, to two decimals. The largest amount and rate
    need 20 digits, so no result overflows.

    Args:
        amount: decimal(18,2).
        rate: decimal(5,4).

    Returns:
        decimal(24,2); null where any argument is null.

    Example, in SQL::

        money_gross(100.00, 0.1900)  gives  119.00
        money_gross(-0.50, -0.9900)  gives  -0.01
    """

def money_round(amount: ColumnOrName) -> Column:
    """Rounds an amount from four decimals to two, halves away from zero.

    As RoundingMode.HALF_UP: 0.0050 gives 0.01 and -0.0050 gives -0.01. An amount with more
    decimals is refused: a cast to four rounds it once before. round(amount, 2) rounds it once.

    Args:
        amount: decimal(9,4).

    Returns:
        decimal(9,2); null where any argument is null.

    Example, in SQL::

        money_round(2.3450)  gives  2.35
        money_round(-2.3450)  gives  -2.35
    """

def money_to_cents(amount: ColumnOrName) -> Column:
    """Turns an amount into cents, halves rounded away from zero.

    More than 18 digits of cents give null. An amount with more than four decimals is refused: a
    cast to four rounds it once before. round(amount, 2) rounds it once.

    Args:
        amount: decimal(38,4).

    Returns:
        decimal(18,0); null where any argument is null.

    Example, in SQL::

        money_to_cents(12.3450)  gives  1235
        money_to_cents(-12.3450)  gives  -1235
        money_to_cents(10000000000000000)  gives  NULL
    """

def parse_kv(text: ColumnOrName) -> Column:
    """Parses records like a=1;b=2|c=3 into an array of maps.

    Each record between bars is a map, an empty one too, so that an empty text is one empty
    record. Pairs in a record are separated by semicolons, and empty ones are skipped. The first
    = separates key and value; without one the value is empty. Blanks count, and nothing is
    escaped. The last pair of a key wins, and the entries come in the order of those that won.

    Args:
        text: string.

    Returns:
        array<map<string,string>>; null where any argument is null.

    Where CPU and GPU differ:
        - Strings are expected to be valid UTF-8. Where one is not (a binary cast to string, a
          file in another encoding), the columnar body sees its bytes, and so does a call that
          is compiled into the query; Spark's own UDF call makes a Java string of them, with
          U+FFFD in place of what is invalid.

    Example, in SQL::

        parse_kv('a=1;b=2|c=3')  gives  [{a -> 1, b -> 2}, {c -> 3}]
        parse_kv('a=1;b;a=2')  gives  [{b -> , a -> 2}]
    """

def parse_semver(version: ColumnOrName) -> Column:
    """Major, minor and patch number of a version.

    Strict: three numbers without leading zeros or signs, joined by dots, each within int.
    Anything else gives null, a version with a pre-release or build suffix too: without it,
    1.0.0-rc.1 would pass for its release.

    Args:
        version: string.

    Returns:
        struct<major:int,minor:int,patch:int>; null where any argument is null.

    Example, in SQL::

        parse_semver('1.22.333')  gives  {1, 22, 333}
        parse_semver('1.22.333').minor  gives  22
        parse_semver('1.22.333-rc.1')  gives  NULL
    """

def phone_e164(number: ColumnOrName, country_code: LiteralStr) -> Column:
    """Writes a phone number as + and digits, with its country code.

    A number that starts with + or 00 has its country code already. Any other gets the given one
    in place of a leading zero, its trunk prefix; with the codes 39, 225, 229, 242 and 378 the
    zero is kept, where it is part of the number. A number may start with tel: and contain ASCII
    blanks and - . ( ) /. Anything else gives null: letters, as in 'ext. 12' or 1-800-FLOWERS, a
    second number, a zero in brackets, as in +49 (0)30, a national number without a country
    code, and fewer than 8 or more than 15 digits in the end. It knows neither other
    international prefixes (011) and trunk prefixes (8, 06), nor whether such a number can
    exist.

    Args:
        number: string.
        country_code: string, a literal.

    Returns:
        string; null where any argument is null.

    Example, in SQL::

        phone_e164('(650) 253-0000', '1')  gives  +16502530000
        phone_e164('030 1234567', '49')  gives  +49301234567
        phone_e164('0049 30 1234567', '1')  gives  +49301234567
        phone_e164('650-253-0000 ext. 12', '1')  gives  NULL
    """

def sat_add(a: ColumnOrName, b: ColumnOrName) -> Column:
    """Adds two bytes; a sum out of range becomes the nearest byte.

    Sums above 127 give 127 and sums below -128 give -128.

    Args:
        a: tinyint.
        b: tinyint.

    Returns:
        tinyint; null where any argument is null.

    Example, in SQL::

        sat_add(100Y, 100Y)  gives  127
        sat_add(-100Y, 27Y)  gives  -73
    """

def semver_cmp(a: ColumnOrName, b: ColumnOrName) -> Column:
    """Compares two versions: -1, 0 or 1 where the first is earlier, the same or later.

    Takes what parse_semver gives. The major numbers decide, then the minor ones, then the
    patches. A null field in either gives null. Pre-releases, such as 1.0.0-rc.1, which
    semver.org orders before their release, cannot be compared: parse_semver gives null for
    them.

    Args:
        a: struct<major:int,minor:int,patch:int>.
        b: struct<major:int,minor:int,patch:int>.

    Returns:
        int; null where any argument is null.

    Example, in SQL::

        semver_cmp(parse_semver('1.10.0'), parse_semver('1.9.9'))  gives  1
        semver_cmp(parse_semver('1.2.3'), parse_semver('1.2.3'))  gives  0
    """

def strip_html(html: ColumnOrName) -> Column:
    """Drops everything from a < to the next >.

    A < that no > follows stays, as does the text of scripts and styles.

    Args:
        html: string.

    Returns:
        string; null where any argument is null.

    Where CPU and GPU differ:
        - Strings are expected to be valid UTF-8. Where one is not (a binary cast to string, a
          file in another encoding), the columnar result is unspecified, and in mode emulate the
          query fails; a call that is compiled into the query sees its bytes; Spark's own UDF
          call makes a Java string of them, with U+FFFD in place of what is invalid.

    Example, in SQL::

        strip_html('<p>Hello <b>world</b></p>')  gives  Hello world
    """

def text_normalize(text: ColumnOrName) -> Column:
    r"""Lower-cases A to Z, squeezes runs of blanks to one space and trims the ends.

    A blank is a character up to U+0020: space, tab, line break and every other control
    character of ASCII, as for trim(). Non-breaking and other Unicode spaces stay, and so do
    letters outside ASCII.

    Args:
        text: string.

    Returns:
        string; null where any argument is null.

    Where CPU and GPU differ:
        - Strings are expected to be valid UTF-8. Where one is not (a binary cast to string, a
          file in another encoding), the columnar result is unspecified, and in mode emulate the
          query fails; a call that is compiled into the query sees its bytes; Spark's own UDF
          call makes a Java string of them, with U+FFFD in place of what is invalid.

    Example, in SQL::

        text_normalize('  Straße\t\n ÄB ')  gives  straße Äb
    """

def ts_floor(at: ColumnOrName, minutes: ColumnOrName) -> Column:
    """Rounds a timestamp down to a multiple of a number of minutes.

    Multiples count from 1970-01-01 00:00 UTC, whatever the session's time zone: unlike
    date_trunc, a day (1440) starts at midnight UTC. 0 or fewer minutes give null, and so does a
    result before the earliest timestamp, which is some 292,000 years back.

    Args:
        at: timestamp.
        minutes: int.

    Returns:
        timestamp; null where any argument is null.

    Example, in SQL::

        ts_floor(TIMESTAMP '2024-03-01 12:44:59', 15)  gives  2024-03-01 12:30:00
    """

def url_decode_form(text: ColumnOrName) -> Column:
    """Decodes a part of a query string or form body; NULL where it is malformed.

    A + becomes a space and %XX, in capital or small digits, the octet XX; every other character
    stays. NULL where a % is not followed by two hexadecimal digits, or where the octets of
    adjoining escapes are not well-formed UTF-8 (truncated, overlong, a surrogate, above
    U+10FFFF).

    Args:
        text: string.

    Returns:
        string; null where any argument is null.

    Where CPU and GPU differ:
        - Strings are expected to be valid UTF-8. Where one is not (a binary cast to string, a
          file in another encoding), the columnar result is unspecified, and in mode emulate the
          query fails; a call that is compiled into the query sees its bytes; Spark's own UDF
          call makes a Java string of them, with U+FFFD in place of what is invalid.

    Example, in SQL::

        url_decode_form('a+b%26c%3D%C3%A4')  gives  a b&c=ä
        url_decode_form('100%')  gives  NULL
    """

def url_encode_form(text: ColumnOrName) -> Column:
    """Encodes text for a query string or form body, as java.net.URLEncoder does.

    The letters A to Z and a to z, the digits and . - * _ stay, a space becomes +, and every
    other character the escapes of its octets in UTF-8, with capital digits.

    Args:
        text: string.

    Returns:
        string; null where any argument is null.

    Where CPU and GPU differ:
        - Strings are expected to be valid UTF-8. Where one is not (a binary cast to string, a
          file in another encoding), the columnar result is unspecified, and in mode emulate the
          query fails; a call that is compiled into the query sees its bytes; Spark's own UDF
          call makes a Java string of them, with U+FFFD in place of what is invalid.

    Example, in SQL::

        url_encode_form('a b&c=ä~*')  gives  a+b%26c%3D%C3%A4%7E*
    """

def url_query_map(query: ColumnOrName) -> Column:
    """Parses a query string into a map of decoded parameters; the last one of a name wins.

    The argument is what follows the question mark of a URL, as parse_url(url, 'QUERY') gives
    it: a question mark in it is a character like any other. Parameters are separated by &, and
    empty ones are skipped. The first = separates name and value; without one the value is
    empty. Both are decoded as by url_decode_form. A malformed value is NULL in the map, a
    parameter with a malformed name is left out. Names that are equal once decoded are one name.
    The entries come in the order of those parameters that won.

    Args:
        query: string.

    Returns:
        map<string,string>; null where any argument is null.

    Where CPU and GPU differ:
        - Strings are expected to be valid UTF-8. Where one is not (a binary cast to string, a
          file in another encoding), the columnar result is unspecified, and in mode emulate the
          query fails; a call that is compiled into the query sees its bytes; Spark's own UDF
          call makes a Java string of them, with U+FFFD in place of what is invalid.

    Example, in SQL::

        url_query_map('a=1&b=x+y&a=%32&c')  gives  {b -> x y, a -> 2, c -> }
    """

def word_count(text: ColumnOrName) -> Column:
    r"""Counts the words of a text.

    Words are separated by characters up to U+0020 (space, tab, line break and every other
    control character of ASCII), and by nothing else: punctuation, non-breaking and other
    Unicode spaces belong to a word. Empty or blank text has 0 words.

    Args:
        text: string.

    Returns:
        int; null where any argument is null.

    Example, in SQL::

        word_count(' one, two\n three ')  gives  3
    """
