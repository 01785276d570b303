"""URLs: functions of columns. Generated from the catalogue by ``make generate``: do not edit."""

from __future__ import annotations

from rapids_udfs.functions._call import Column, ColumnOrName, call


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
          file in another encoding), what the columnar body answers is not known, and in mode
          emulate the query fails; a call that is compiled into the query sees its bytes;
          Spark's own UDF call makes a Java string of them, with U+FFFD in the place of what is
          invalid.

    Example, in SQL::

        url_decode_form('a+b%26c%3D%C3%A4')  gives  a b&c=ä
        url_decode_form('100%')  gives  NULL
    """
    return call("url_decode_form", text)


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
          file in another encoding), what the columnar body answers is not known, and in mode
          emulate the query fails; a call that is compiled into the query sees its bytes;
          Spark's own UDF call makes a Java string of them, with U+FFFD in the place of what is
          invalid.

    Example, in SQL::

        url_encode_form('a b&c=ä~*')  gives  a+b%26c%3D%C3%A4%7E*
    """
    return call("url_encode_form", text)


def url_query_map(query: ColumnOrName) -> Column:
    """Makes a map of a query string's parameters, decoded; the last one of a name wins.

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
          file in another encoding), what the columnar body answers is not known, and in mode
          emulate the query fails; a call that is compiled into the query sees its bytes;
          Spark's own UDF call makes a Java string of them, with U+FFFD in the place of what is
          invalid.

    Example, in SQL::

        url_query_map('a=1&b=x+y&a=%32&c')  gives  {b -> x y, a -> 2, c -> }
    """
    return call("url_query_map", query)
