"""Run the command: ``python tools/gpu_bundle --help``."""

import sys
from pathlib import Path

# Python puts this folder there, in which the package cannot be found by its name.
sys.path[0] = str(Path(__file__).resolve().parents[1])

from gpu_bundle.command import main  # noqa: E402 (the path comes first)

if __name__ == "__main__":
    sys.exit(main())
