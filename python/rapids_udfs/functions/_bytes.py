"""Bytes: functions of columns. Generated from the catalogue by ``make generate``: do not edit."""

from __future__ import annotations

from rapids_udfs.functions._call import Column, ColumnOrLiteral, ColumnOrName, call, literal


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
          U+FFFD in the place of what is invalid.

    Example, in SQL::

        adler32('Wikipedia')  gives  300286872
    """
    return call("adler32", text)


def base64_encode(data: ColumnOrName) -> Column:
    """The Base64 encoding of a binary, with padding and without line breaks.

    By RFC 4648, with + and /. As Spark's base64 where spark.sql.chunkBase64String.enabled is
    false; by default that breaks lines after 76 characters, in all supported versions. unbase64
    reads it. Meant for keys and digests: in columns, what lies on the way takes some thirty
    times the memory of the bytes.

    Args:
        data: binary.

    Returns:
        string; null where any argument is null.

    Example, in SQL::

        base64_encode(CAST('Spark SQL' AS BINARY))  gives  U3BhcmsgU1FM
        base64_encode(X'FBFF')  gives  +/8=
    """
    return call("base64_encode", data)


def hash_bucket(text: ColumnOrName, buckets: ColumnOrLiteral) -> Column:
    """The bucket of a string, from 0 up to the number of buckets less 1.

    As pmod(hash(text), buckets), by which Spark partitions: Murmur3 of the UTF-8 bytes, seed
    42. 0 or fewer buckets give null.

    Args:
        text: string.
        buckets: int, a literal.

    Returns:
        int; null where any argument is null.

    Where CPU and GPU differ:
        - Strings are expected to be valid UTF-8. Where one is not (a binary cast to string, a
          file in another encoding), the columnar body sees its bytes, and so does a call that
          is compiled into the query; Spark's own UDF call makes a Java string of them, with
          U+FFFD in the place of what is invalid.

    Example, in SQL::

        hash_bucket('Spark', 16)  gives  5
        hash_bucket('Spark', 0)  gives  NULL
    """
    return call("hash_bucket", text, literal(buckets))
