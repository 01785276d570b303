# SPDX-License-Identifier: Apache-2.0

"""Py4J's errors and classes, which have no types; imported only if a JVM runs."""

from __future__ import annotations

from typing import Any

from py4j.java_gateway import JavaClass  # type: ignore[import-untyped]
from py4j.protocol import Py4JError, Py4JJavaError  # type: ignore[import-untyped]

__all__ = ["Py4JError", "Py4JJavaError", "java_class"]


def java_class(jvm: Any, name: str) -> Any:
    """Return a class of a gateway's JVM by its full name; a call fails if there is no such class.

    ``jvm.org.apache.…`` looks up every prefix of the name as a class, and each lookup that fails
    searches all jars on the class path.
    """
    return JavaClass(name, jvm._gateway_client)
