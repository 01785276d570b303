"""Finds a section of an ELF file: all that is needed here of a format that pyelftools knows whole.

The layout is that of the System V ABI's object files, 64 bits, little-endian:
https://gabi.xinuos.com/elf/03-sheader.html
"""

from __future__ import annotations

import mmap
import struct
from typing import NamedTuple

from gpu_bundle.errors import BundleError

Buffer = bytearray | mmap.mmap
"""A file's bytes: in memory, or mapped into it."""

_HEADER = struct.Struct("<16xHHIQQQIHHHHHH")
_SECTION = struct.Struct("<IIQQQQIIQQ")


class Section(NamedTuple):
    """The place of a section's bytes in the file."""

    offset: int
    size: int


def section(file: Buffer, name: str) -> Section:
    """The section of a name in a shared library."""
    if len(file) < 64 or bytes(file[:6]) != b"\x7fELF\x02\x01":
        raise BundleError("the library in the plugin's jar is not a 64-bit little-endian ELF file")
    header = _HEADER.unpack_from(file)
    table, entry_size, count, names_index = header[5], header[10], header[11], header[12]
    names = _section_at(file, table + names_index * entry_size)[1]
    for index in range(count):
        name_offset, found = _section_at(file, table + index * entry_size)
        start = names.offset + name_offset
        if bytes(file[start : start + len(name) + 1]) == name.encode() + b"\0":
            return found
    raise BundleError(f"the library in the plugin's jar has no section {name}")


def _section_at(file: Buffer, offset: int) -> tuple[int, Section]:
    fields = _SECTION.unpack_from(file, offset)
    return fields[0], Section(fields[4], fields[5])
