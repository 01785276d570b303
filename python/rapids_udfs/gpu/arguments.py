# SPDX-License-Identifier: Apache-2.0

"""Checks of arguments on the driver: mistakes are reported before there is a job."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rapids_udfs._numbers import is_whole


def check_whole(
    name: str, number: object, least: int = 1, most: int | None = None, named: str = ""
) -> None:
    """Raise ValueError unless a value is a whole number from ``least`` to ``most``.

    ``named`` is the argument that sets the limit.
    """
    if not is_whole(number, least, most):
        limit = f" and at most {named and f'{named}='}{most}" if most is not None else ""
        raise ValueError(f"{name}={number!r}; it is a whole number of at least {least}{limit}")


def check_choice(name: str, value: object, *choices: object) -> None:
    """Raise ValueError unless a value is one of the choices: 1 is not True."""
    if not any(type(value) is type(choice) and value == choice for choice in choices):
        *others, last = map(repr, choices)
        raise ValueError(f"{name}={value!r}; it is {', '.join(others)} or {last}")


def packed(name: str, function: Callable[..., Any], where: str) -> bytes:
    """Pickle a function with everything it refers to; ValueError if that is not possible."""
    from pyspark import cloudpickle

    if not callable(function):
        raise ValueError(
            f"{name} is {type(function).__name__}: {function!r:.80}; it is a function that loads "
            f"the model, to be called in the {where}"
        )
    try:
        pickled: bytes = cloudpickle.dumps(function)  # type: ignore[no-untyped-call]
    except Exception as e:
        raise ValueError(
            f"{name}={function!r:.80} cannot be sent to the {where} ({type(e).__name__}: {e}). "
            "Sessions, DataFrames, locks and connections stay here: create what it needs within it"
        ) from e
    return pickled
