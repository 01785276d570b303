"""What a compiled Java class says of itself: read from its file, without a JVM."""

from __future__ import annotations

import struct

_UTF8, _CLASS = 1, 7
# Bytes of an entry of the constant pool, by its tag.
_SIZES = {_CLASS: 3, 8: 3, 16: 3, 19: 3, 20: 3, 15: 4, 5: 9, 6: 9} | dict.fromkeys(
    (3, 4, 9, 10, 11, 12, 17, 18), 5
)
_TWO_PLACES = (5, 6)


def base_class(data: bytes) -> str:
    """The name of the class that a class extends, as ``java/lang/Object``; empty if unreadable."""
    try:
        (count,) = struct.unpack_from(">H", data, 8)
        texts: dict[int, bytes] = {}
        names: dict[int, int] = {}
        at, place = 10, 1
        while place < count:
            tag = data[at]
            (number,) = struct.unpack_from(">H", data, at + 1)
            if tag == _UTF8:
                texts[place] = data[at + 3 : at + 3 + number]
            elif tag == _CLASS:
                names[place] = number
            at += 3 + number if tag == _UTF8 else _SIZES[tag]
            place += 2 if tag in _TWO_PLACES else 1
        (base,) = struct.unpack_from(">H", data, at + 4)
        return texts[names[base]].decode("utf-8", "replace")
    except (IndexError, KeyError, struct.error):
        return ""
