# SPDX-License-Identifier: Apache-2.0

"""``finally``: every way to leave ``try``, combined with every kind of statement."""

from __future__ import annotations

import random
from itertools import product
from textwrap import indent

import pytest

from harness.session import IS_MAIN
from python_udfs.in_process import compared
from python_udfs.written import imported

WAYS = (
    "x = 12 // (a - i)",
    "if a == i:\n    return ('r', x, log)",
    "if a == i:\n    break",
    "if a > i:\n    continue",
    "if a > i:\n    raise ValueError(f'{x} {i}')",
    "x = [j * 0.5 for j in range(a)][i]",
    "for j in range(4):\n    if j == a:\n        break\n    if j > 2:\n        return [j, x]",
    "return a",
)
FINALLY = (
    "x += 1",
    "x = f'{x}'",
    "log.append(x)",
    "x = sum([float(c) for c in sorted([f'{i}.5', '1'])])",
    "try:\n    x = [x, i][a]\nexcept IndexError:\n    x = -1",
    "try:\n    log.append(9 // (a - 1))\nfinally:\n    log.append('in')",
    "for k in range(3):\n    if k == a:\n        continue\n    x = k",
    "if a == 3:\n    raise KeyError(x)",
    "if a == 2:\n    return [x]\nif a == 5:\n    break",
    "while len(log) < 5:\n    log.append(x)\n    if a:\n        break",
)
HANDLERS = (
    "",
    "except ValueError:\n    x = 'h'\n",
    "except ZeroDivisionError as e:\n    log.append(str(e))\n    return (x, log)\n",
    "except (ZeroDivisionError, IndexError):\n    if a == 1:\n        raise\n    continue\n",
    "except IndexError:\n    x = None\nelse:\n    log.append('e')\n    if a == 2:\n        break\n",
)
AROUND = (
    "{}",
    "try:\n{}    x = 7\nfinally:\n    log.append('out')\n",
    "try:\n{}except ValueError:\n    return [x]\nfinally:\n    x = (x,)\n",
    "for i in [2, 3]:\n{}    log.append('each')\nelse:\n    log.append('done')\n",
)
SIZE = 40
LOOPS = ("for i in range(3):\n", "i = -1\nwhile i < 2:\n    i += 1\n")


def body(way: str, handler: str, last: str, around: str, loop: str) -> str:
    """Return a function's body: a loop with the statement within ``try`` and ``finally``."""
    text = f"try:\n{indent(way, '    ')}\n{handler}finally:\n{indent(last, '    ')}\n"
    text = around.format(indent(text, "    ") if around != "{}" else text)
    return (
        f"x = 0\nlog = []\n{loop}{indent(text, '    ')}    log.append(i)\nreturn repr((x, log))\n"
    )


def functions() -> list[str]:
    """Return the bodies, with some of every kind first."""
    every = [body(*parts) for parts in product(WAYS, HANDLERS, FINALLY, AROUND, LOOPS)]
    random.Random(7).shuffle(every)
    return every


def text(at: int, of: str) -> str:
    """Return a function with the body, and one that returns a string, because types differ."""
    inner = f"def inner{at}(a):\n{indent(of, '    ')}"
    return f"{inner}\n\ndef f{at}(a):\n    return repr(inner{at}(a))\n"


@pytest.mark.parametrize("part", range(3 if IS_MAIN else 1))
def test_same_as_python(spark, tmp_path, part):
    bodies = functions()[part * SIZE : part * SIZE + SIZE]
    module = imported(tmp_path, f"finally_{part}", "\n\n".join(map(text, range(SIZE), bodies)))
    every = [getattr(module, f"f{at}") for at in range(SIZE)]
    reports = compared(spark, every, ["bigint"], [(n,) for n in (0, 1, 2, 3, 5, None)])
    wrong = [f"{b}\n{r}" for b, r in zip(bodies, reports, strict=True) if not r.ok]
    assert not wrong, "\n\n".join(wrong)
    assert sum(report.rows for report in reports) == SIZE * 6
