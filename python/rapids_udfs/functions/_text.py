"""Text: functions of columns. Generated from the catalogue by ``make generate``: do not edit."""

from __future__ import annotations

from rapids_udfs.functions._call import Column, ColumnOrName, call


def ascii_lower(text: ColumnOrName) -> Column:
    """Turns the letters A to Z into a to z and leaves every other character.

    Unlike lower(), it does not depend on Unicode's case tables: Ä stays Ä.

    Args:
        text: string.

    Returns:
        string; null where any argument is null.

    Where CPU and GPU differ:
        - Strings are expected to be valid UTF-8. Where one is not (a binary cast to string, a
          file in another encoding), the row-wise body sees U+FFFD in the place of what is
          invalid, for Spark makes Java strings of its bytes; the columnar body sees the bytes.

    Example, in SQL::

        ascii_lower('Straße ÄB')  gives  straße Äb
    """
    return call("ascii_lower", text)


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


def strip_html(html: ColumnOrName) -> Column:
    """Drops everything from a < to the next >.

    A < that no > follows stays, as does the text of scripts and styles.

    Args:
        html: string.

    Returns:
        string; null where any argument is null.

    Where CPU and GPU differ:
        - Strings are expected to be valid UTF-8. Where one is not (a binary cast to string, a
          file in another encoding), the row-wise body sees U+FFFD in the place of what is
          invalid, for Spark makes Java strings of its bytes; the columnar body sees the bytes.

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
          file in another encoding), the row-wise body sees U+FFFD in the place of what is
          invalid, for Spark makes Java strings of its bytes; the columnar body sees the bytes.

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
