# SPDX-License-Identifier: Apache-2.0

"""Caches JVM names: py4j looks up every part of a name again at every use.

For every part that is a package, the JVM searches all of Spark's jars for a class of that name.
This takes nearly half of a small query's time.
"""

from __future__ import annotations

from typing import Any

from py4j.java_gateway import JavaClass, JavaPackage, JVMView


def remember() -> None:
    """Make this process look up every class and package once per gateway."""
    for view in (JVMView, JavaPackage):
        view.__getattr__ = _remembering(view.__getattr__)


def _remembering(look_up: Any) -> Any:
    def get(self: Any, name: str) -> Any:
        member = look_up(self, name)
        if isinstance(member, JavaClass) or (isinstance(member, JavaPackage) and name.islower()):
            self.__dict__[name] = member
        return member

    return get
