# SPDX-License-Identifier: Apache-2.0

"""Parser of the plugin's explanation: an indented tree, one operator or expression per line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

# A marker, perhaps the kind, the Spark class, and the verdict. The markers: * will run on the GPU,
# ! cannot, @ could (but its operator does not), ^ on the CPU inside a GPU operator. An expression
# or a reason may contain line breaks.
_LINE = re.compile(
    r"(?P<indent> *)(?P<marker>[*!@^#$]) ?(?P<kind>\w*) ?<(?P<spark_class>\w+)> (?P<text>.*)", re.S
)
_BREAK = re.compile(r"\n(?= *[*!@^#$] ?\w* ?<\w+> )")
_VERDICT = re.compile(
    r" ?(?P<verdict>(?:will|cannot|could)(?: not)?(?: partially)? "
    r"(?:run(?: even partially)? on(?: the)? GPU|block GPU acceleration)(?: via CPU bridge)?)"
    r"(?: because (?P<reason>.*))?$",
    re.S,
)


@dataclass
class Node:
    """An operator or expression of the plan, and the plugin's verdict on it.

    ``text`` is the expression, empty for an operator; ``reason`` says why it is not on the GPU.
    """

    marker: str
    spark_class: str
    text: str
    reason: str
    is_operator: bool
    parent: Node | None = field(default=None, repr=False)
    children: list[Node] = field(default_factory=list, repr=False)

    def operator(self) -> Node | None:
        """The nearest operator above; None for the root."""
        node = self.parent
        while node is not None and not node.is_operator:
            node = node.parent
        return node

    def expressions(self) -> Iterator[Node]:
        """The expressions below, down to the next operators."""
        for child in self.children:
            if not child.is_operator:
                yield child
                yield from child.expressions()

    def held_back_by(self) -> str:
        """The operator's reasons that keep an expression that could run on the GPU off it."""
        operator = self.operator()
        if operator is None:
            return ""
        blockers = [
            " ".join(filter(None, (e.spark_class, e.text.partition("\n")[0]))) + f": {e.reason}"
            for e in operator.expressions()
            if e.marker == "!"
        ]
        why = "; ".join(blockers) or operator.reason
        return f"{operator.spark_class} stays on the CPU: {why}"


def parse(text: str) -> list[Node]:
    """Every node of an explanation, in its order."""
    nodes: list[Node] = []
    above: list[tuple[int, Node]] = []
    for match in filter(None, map(_LINE.fullmatch, _BREAK.split(text.rstrip("\n")))):
        node = _node(match)
        depth = len(match["indent"])
        while above and above[-1][0] >= depth:
            above.pop()
        if above:
            node.parent = above[-1][1]
            node.parent.children.append(node)
        above.append((depth, node))
        nodes.append(node)
    return nodes


def _node(match: re.Match[str]) -> Node:
    text = match["text"]
    starts = (m.start() for m in re.finditer(r"(?:^| )(?=will |cannot |could )", text))
    verdicts = [m for m in (_VERDICT.match(text, i) for i in starts) if m]
    # An expression's own text may hold such words, too; only what is not on the GPU has a reason.
    expected = [m for m in verdicts if (m["reason"] is None) == (match["marker"] in "*@")]
    verdict = next(iter(expected or verdicts), None)
    spark_class = match["spark_class"]
    return Node(
        marker=match["marker"],
        spark_class=spark_class,
        text=text[: verdict.start()] if verdict else text,
        reason=((verdict["reason"] or "") if verdict else "").strip(),
        is_operator=match["kind"] == "Exec" or spark_class.endswith("Exec"),
    )
