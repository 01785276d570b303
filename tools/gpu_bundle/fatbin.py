# SPDX-License-Identifier: Apache-2.0

"""The plugin's native libraries with the code for one GPU architecture; other code is blanked.

A CUDA library has its device code in the section ``.nv_fatbin``. It consists of containers, and a
container of entries. An entry is the code for one architecture (a cubin), or intermediate code
(PTX) that a driver can compile. The driver reads only the entry of its device, so the payloads of
the others may be zeros, which compress to nothing. The observed layout::

    container  u32 magic 0xBA55ED50, u16 version, u16 header size, u64 size of what follows
    entry      u16 kind (1 PTX, 2 cubin), u16 version, u32 header size, u64 payload size, ...,
               u32 architecture (90 for sm_90) at offset 28

Only the section headers of ELF, the libraries' format, are read (64 bits, little-endian):
https://gabi.xinuos.com/elf/03-sheader.html
"""

from __future__ import annotations

import mmap
import re
import struct
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from gpu_bundle import BundleError

Buffer = bytearray | mmap.mmap
"""A file's bytes: in memory, or mapped into it."""

# The resources that cuDF's loader looks up on the class path on 64-bit Linux.
_FOLDER = "amd64/Linux"
_CUDF = f"{_FOLDER}/libcudf.so"
# The profiler's library has 36 MB, and a bundle does not profile.
_LEFT_OUT = ("libprofilerjni.so",)
_ELF_HEADER = struct.Struct("<16xHHIQQQIHHHHHH")
_ELF_SECTION = struct.Struct("<IIQQQQIIQQ")
SECTION = ".nv_fatbin"
_MAGIC = struct.pack("<I", 0xBA55ED50)
_CONTAINER = struct.Struct("<IHHQ")
_ENTRY = struct.Struct("<HHIQ12xI")
_CUBIN = 2
_ZEROS = bytes(1 << 20)


class Entry(NamedTuple):
    is_cubin: bool
    architecture: int
    offset: int
    """The offset of the payload in the file."""
    size: int
    """The size of the payload in bytes."""


class Kept(NamedTuple):
    """The size of a library's code after :func:`keep`."""

    containers: int
    kept_bytes: int
    blanked_bytes: int


def architecture_number(name: str) -> int:
    """Return 90 for ``sm_90``."""
    match = re.fullmatch(r"sm_(\d{2,3})", name)
    if match is None:
        raise BundleError(f"{name!r} is not the name of a GPU architecture, such as sm_90")
    return int(match[1])


def extract(plugin_jar: Path, target: Path, architecture: str) -> Kept:
    """Write the libraries of a plugin's jar into a folder, under their paths in the jar."""
    number = architecture_number(architecture)
    with zipfile.ZipFile(plugin_jar) as jar:
        names = [name for name in jar.namelist() if name.startswith(f"{_FOLDER}/")]
        if _CUDF not in names:
            raise BundleError(
                f"{plugin_jar} has no {_CUDF}: is it a slim copy of the plugin's jar?"
            )
        for name in names:
            if name.endswith(".so") and Path(name).name not in _LEFT_OUT:
                jar.extract(name, target)
    with (target / _CUDF).open("r+b") as library, mmap.mmap(library.fileno(), 0) as mapped:
        return keep(mapped, number)


def keep(file: Buffer, architecture: int) -> Kept:
    """Blank all device code except the cubins of an architecture, in place.

    Containers without a cubin for it are left unchanged: the driver may compile their code.
    """
    containers = list(_containers(file, *section(file, SECTION)))
    present = {e.architecture for entries in containers for e in entries if e.is_cubin}
    if architecture not in present:
        names = ", ".join(f"sm_{number}" for number in sorted(present))
        raise BundleError(f"the plugin's jar has no code for sm_{architecture}; it has {names}")
    kept = blanked = 0
    for entries in containers:
        wanted = [e for e in entries if e.is_cubin and e.architecture == architecture]
        for entry in entries:
            if not wanted or entry in wanted:
                kept += entry.size
            else:
                end = entry.offset + entry.size
                for start in range(entry.offset, end, len(_ZEROS)):
                    stop = min(start + len(_ZEROS), end)
                    file[start:stop] = _ZEROS[: stop - start]
                blanked += entry.size
    return Kept(len(containers), kept, blanked)


def section(file: Buffer, name: str) -> tuple[int, int]:
    """Return the beginning and the end of a section of a shared library."""
    if len(file) < 64 or bytes(file[:6]) != b"\x7fELF\x02\x01":
        raise BundleError("the library in the plugin's jar is not a 64-bit little-endian ELF file")
    header = _ELF_HEADER.unpack_from(file)
    table, entry_size, count, names_index = header[5], header[10], header[11], header[12]
    sections = [_ELF_SECTION.unpack_from(file, table + i * entry_size) for i in range(count)]
    for section in sections:
        start = sections[names_index][4] + section[0]
        if bytes(file[start : start + len(name) + 1]) == name.encode() + b"\0":
            return section[4], section[4] + section[5]
    raise BundleError(f"the library in the plugin's jar has no section {name}")


def _containers(file: Buffer, position: int, end: int) -> Iterator[list[Entry]]:
    while position < end:
        if bytes(file[position : position + 4]) != _MAGIC:
            # Containers are aligned, with only zeros between them.
            following = file.find(_MAGIC, position, end)
            gap = bytes(file[position : end if following < 0 else following])
            if gap.count(0) != len(gap):
                raise BundleError(f"{SECTION} has an unknown layout at byte {position}")
            if following < 0:
                return
            position = following
        if position + _CONTAINER.size > end:
            raise BundleError(f"{SECTION} ends within the header of a container")
        _, _, header_size, size = _CONTAINER.unpack_from(file, position)
        start = position + header_size
        if start + size > end:
            raise BundleError(f"{SECTION} has a container beyond its end at byte {position}")
        yield list(_entries(file, start, start + size))
        position = start + size


def _entries(file: Buffer, position: int, end: int) -> Iterator[Entry]:
    while position < end:
        kind, _, header_size, size, architecture = _ENTRY.unpack_from(file, position)
        if kind not in (1, _CUBIN) or header_size < _ENTRY.size:
            raise BundleError(f"{SECTION} has an unknown kind of entry at byte {position}")
        offset = position + header_size
        if offset + size > end:
            raise BundleError(f"{SECTION} has an entry beyond its container at byte {position}")
        yield Entry(kind == _CUBIN, architecture, offset, size)
        position = offset + size
