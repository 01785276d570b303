"""What a file's bytes are held in: memory, or the file itself mapped into memory."""

from __future__ import annotations

import mmap

Buffer = bytearray | mmap.mmap
