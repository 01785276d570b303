"""Text: functions of columns. Generated from the catalogue by ``make generate``: do not edit."""

from __future__ import annotations

from rapids_udfs.functions._call import Column, ColumnOrLiteral, ColumnOrName, call, literal


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
          U+FFFD in the place of what is invalid.

    Example, in SQL::

        ascii_lower('Straße ÄB')  gives  straße Äb
    """
    return call("ascii_lower", text)


def char_ngrams(text: ColumnOrName, n: ColumnOrLiteral) -> Column:
    """The runs of n characters of a text, from the first to the last.

    Characters are code points. A text of fewer than n characters has none, and neither has any
    where n is 0 or less.

    Args:
        text: string.
        n: int, a literal.

    Returns:
        array<string>; null where any argument is null.

    Where CPU and GPU differ:
        - Strings are expected to be valid UTF-8. Where one is not (a binary cast to string, a
          file in another encoding), the columnar body sees its bytes, and so does a call that
          is compiled into the query; Spark's own UDF call makes a Java string of them, with
          U+FFFD in the place of what is invalid.

    Example, in SQL::

        char_ngrams('spark', 3)  gives  [spa, par, ark]
        char_ngrams('spark', 6)  gives  []
    """
    return call("char_ngrams", text, literal(n))


def hamming(a: ColumnOrName, b: ColumnOrName) -> Column:
    """Counts the positions in which two texts of the same length differ.

    Positions are code points, compared as they are: neither case nor composition is looked
    through. Texts of different lengths give null.

    Args:
        a: string.
        b: string.

    Returns:
        int; null where any argument is null.

    Example, in SQL::

        hamming('karolin', 'kathrin')  gives  3
        hamming('abc', 'ab')  gives  NULL
    """
    return call("hamming", a, b)


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
    return call("luhn_digit", number)


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
    return call("luhn_valid", number)


def mask_email(address: ColumnOrName) -> Column:
    """Hides the name in an e-mail address but for its first character.

    The first character (a code point), three stars, and everything from the first @ on; however
    long the name is. Without an @ the result is null. Where the @ itself is the first
    character, it stands on both sides of the stars.

    Args:
        address: string.

    Returns:
        string; null where any argument is null.

    Where CPU and GPU differ:
        - Strings are expected to be valid UTF-8. Where one is not (a binary cast to string, a
          file in another encoding), what the columnar body answers is not known, and in mode
          emulate the query fails; a call that is compiled into the query sees its bytes;
          Spark's own UDF call makes a Java string of them, with U+FFFD in the place of what is
          invalid.

    Example, in SQL::

        mask_email('jane.doe@example.com')  gives  j***@example.com
        mask_email('nobody')  gives  NULL
    """
    return call("mask_email", address)


def mask_keep_last(text: ColumnOrName, keep: ColumnOrLiteral) -> Column:
    """Turns every character but the last ones into *.

    Characters are code points. Keeping 0 or fewer masks all, keeping as many as there are or
    more masks none.

    Args:
        text: string.
        keep: int, a literal.

    Returns:
        string; null where any argument is null.

    Where CPU and GPU differ:
        - Strings are expected to be valid UTF-8. Where one is not (a binary cast to string, a
          file in another encoding), what the columnar body answers is not known, and in mode
          emulate the query fails; a call that is compiled into the query sees its bytes;
          Spark's own UDF call makes a Java string of them, with U+FFFD in the place of what is
          invalid.

    Example, in SQL::

        mask_keep_last('4929123456789012', 4)  gives  ************9012
        mask_keep_last('secret', 0)  gives  ******
    """
    return call("mask_keep_last", text, literal(keep))


def phone_e164(number: ColumnOrName, country_code: ColumnOrLiteral) -> Column:
    """Writes a phone number as + and digits, with its country code.

    A number that starts with + or 00 has its country code already. Any other gets the given one
    in place of a leading zero, its trunk prefix; with the codes 39, 225, 229, 242 and 378 the
    zero is kept, for there it belongs to the number. A number may start with tel: and contain
    ASCII blanks and - . ( ) /. Anything else gives null: letters, as in 'ext. 12' or
    1-800-FLOWERS, a second number, a zero in brackets, as in +49 (0)30, a national number
    without a country code, and fewer than 8 or more than 15 digits in the end. Not known are
    other international prefixes (011) and trunk prefixes (8, 06), nor whether such a number can
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
    return call("phone_e164", number, literal(country_code))


def strip_html(html: ColumnOrName) -> Column:
    """Drops everything from a < to the next >.

    A < that no > follows stays, as does the text of scripts and styles.

    Args:
        html: string.

    Returns:
        string; null where any argument is null.

    Where CPU and GPU differ:
        - Strings are expected to be valid UTF-8. Where one is not (a binary cast to string, a
          file in another encoding), what the columnar body answers is not known, and in mode
          emulate the query fails; a call that is compiled into the query sees its bytes;
          Spark's own UDF call makes a Java string of them, with U+FFFD in the place of what is
          invalid.

    Example, in SQL::

        strip_html('<p>Hello <b>world</b></p>')  gives  Hello world
    """
    return call("strip_html", html)


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
          file in another encoding), what the columnar body answers is not known, and in mode
          emulate the query fails; a call that is compiled into the query sees its bytes;
          Spark's own UDF call makes a Java string of them, with U+FFFD in the place of what is
          invalid.

    Example, in SQL::

        text_normalize('  Straße\t\n ÄB ')  gives  straße Äb
    """
    return call("text_normalize", text)


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
    return call("word_count", text)
