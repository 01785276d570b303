"""What the tests of GPU work share."""

from __future__ import annotations

import pyspark

# Servers that start and end take long, and nothing in them depends on the Spark line.
collect_ignore = ["test_triton_ends.py"] if pyspark.__version__.startswith("3.") else []
