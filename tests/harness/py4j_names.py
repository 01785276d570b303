# SPDX-License-Identifier: Apache-2.0

"""Names of the JVM, looked up once: py4j looks up every part of every name each time.

Each part that is a package costs a search of all Spark's jars, since it could be a class: together
nearly half of a small query's time.
"""

from __future__ import annotations

from typing import Any

from py4j.java_gateway import JavaClass, JavaPackage, JVMView


def remember() -> None:
    """Make this process look up each class and each package once per gateway."""
    for view in (JVMView, JavaPackage):
        view.__getattr__ = _remembering(view.__getattr__)


def _remembering(look_up: Any) -> Any:
    def get(self: Any, name: str) -> Any:
        member = look_up(self, name)
        if isinstance(member, JavaClass) or (isinstance(member, JavaPackage) and name.islower()):
            self.__dict__[name] = member
        return member

    return get
