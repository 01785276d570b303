"""What this package uses of Py4J, which has no types; loaded only where there is a JVM."""

from __future__ import annotations

from py4j.protocol import Py4JError, Py4JJavaError  # type: ignore[import-untyped]

__all__ = ["Py4JError", "Py4JJavaError"]
