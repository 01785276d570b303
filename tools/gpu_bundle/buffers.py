"""The buffer with a file's bytes: memory, or the file mapped into memory."""

from __future__ import annotations

import mmap

Buffer = bytearray | mmap.mmap
