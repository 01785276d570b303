"""What the arguments of TritonServers may be, asked before a server starts."""

from __future__ import annotations

import math
from numbers import Real
from typing import Final

LAST_PORT: Final = 65535


def check_name(name: object, longest: int) -> None:
    """Raises ValueError where a model's name is none."""
    fits = isinstance(name, str) and name.isascii() and name.isidentifier() and len(name) <= longest
    if not fits:
        raise ValueError(
            f"name={name!r}; it is of at most {longest} letters, digits and underscores"
        )


def check_whole(what: str, number: object, least: int, most: int | None = None) -> None:
    """Raises ValueError where it is no whole number between two, the last included."""
    is_whole = isinstance(number, int) and not isinstance(number, bool)
    if not is_whole or number < least or (most is not None and number > most):  # type: ignore[operator]
        limit = f" and at most {most}" if most is not None else ""
        raise ValueError(f"{what}={number!r}; it is a whole number of at least {least}{limit}")


def check_seconds(what: str, number: object) -> None:
    """Raises ValueError where it is no time."""
    is_number = isinstance(number, Real) and not isinstance(number, bool)
    if not is_number or not 0 < number < math.inf:
        raise ValueError(f"{what}={number!r}; it is a number of seconds above 0")


def check_text(what: str, text: object) -> None:
    """Raises ValueError where it is neither None nor a text."""
    if text is not None and not (isinstance(text, str) and text):
        raise ValueError(f"{what}={text!r}; it is a text, or None")


def check_requirements(requirements: object) -> None:
    """Raises ValueError where it is no list of texts for pip."""
    is_list = isinstance(requirements, (list, tuple))
    if not is_list or not all(isinstance(each, str) and each for each in requirements):
        raise ValueError(
            f"requirements={requirements!r:.80}; it is a list of texts for pip: ['onnxruntime']"
        )
