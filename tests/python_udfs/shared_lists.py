# SPDX-License-Identifier: Apache-2.0

"""Programs that change lists with several names: they do not run in columns."""

from __future__ import annotations


def aliased(s):
    out = []
    other = out
    for c in s:
        out.append(c)
    return "".join(other)


def filled_by(out, c):
    out.append(c)
    return len(out)


def passed_on(s):
    out = []
    n = filled_by(out, s)
    return n + len(out)


def given_back(out):
    return out


def returned_by_another(s):
    out = []
    same = given_back(out)
    same.append(s)
    return len(out)


def one_of_two(s):
    a, b = [s], ["x"]
    c = a if s else b
    c.append("y")
    return len(a) * 10 + len(b)


def changed_while_it_runs(s):
    out = [s]
    for x in out:
        if len(out) < 4:
            out.append(x)
    return len(out)


def changed_inside(s):
    out = []

    def add(x):
        out.append(x)

    add(s)
    return len(out)


def bound_twice(s):
    a = b = [s]
    a.append("y")
    return len(b)


def of_a_set(s):
    return "".join(set(s))


def items_of_a_display(s):
    a, b = [s], ["x"]
    for x in (a, b):
        x.append("y")
    return len(a) * 10 + len(b)


def in_a_comprehension(s):
    out = []
    done = [out.append(c) for c in s]
    return len(out) * 100 + len(done)


def in_an_any(s):
    out = []
    found = any(out.append(c) for c in s)
    return f"{len(out)} {found}"


def in_the_test(s):
    stack = s.split(",")
    n = 0
    while len(stack) > 1 and stack.pop() != "b":
        n += 1
    return len(stack) * 10 + n


def of_a_constant(s):
    known = KNOWN["a"]
    known.append(s)
    return len(known)


KNOWN = {"a": ["x"]}
SHARED = [
    aliased,
    passed_on,
    returned_by_another,
    one_of_two,
    changed_while_it_runs,
    changed_inside,
    bound_twice,
    of_a_set,
    items_of_a_display,
    in_a_comprehension,
    in_an_any,
    in_the_test,
    of_a_constant,
]
"""Not in columns: another name sees the change, the change is lost, or an order shows."""
