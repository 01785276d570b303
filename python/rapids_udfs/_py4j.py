"""Py4J's errors, untyped there; imported only where a JVM runs."""

from __future__ import annotations

from py4j.protocol import Py4JError, Py4JJavaError  # type: ignore[import-untyped]

__all__ = ["Py4JError", "Py4JJavaError"]
