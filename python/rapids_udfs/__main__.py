# SPDX-License-Identifier: Apache-2.0

"""The command line as ``python -m rapids_udfs``."""

from __future__ import annotations

import sys

from rapids_udfs.cli import main

if __name__ == "__main__":
    sys.exit(main())
