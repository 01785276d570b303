"""What is compared of one function."""

from __future__ import annotations

from typing import NamedTuple


class Case(NamedTuple):
    """One function of the catalogue.

    Attributes:
        function: its name; the bodies in Python have the same.
        arguments: SQL of the arguments, over the columns of the data.
        returns: the result's type, as the Python UDFs declare it.
        builtin: Spark's own expression with the same result, if there is one.
        remark: in what the builtin differs.
        textual: whether the argument or the result is text.
        nested: whether the argument or the result is bytes, an array, a map or a struct.
    """

    function: str
    arguments: tuple[str, ...]
    returns: str
    builtin: str | None = None
    remark: str = ""
    textual: bool = False
    nested: bool = False

    @property
    def call(self) -> str:
        """The SQL of our function's call."""
        return f"{self.function}({', '.join(self.arguments)})"

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of the data among the arguments; the others are constants."""
        return tuple(a for a in self.arguments if a.isidentifier())
