# SPDX-License-Identifier: Apache-2.0

"""Programs with loops in which all rows execute an iteration together."""

from __future__ import annotations

from python_udfs.columnar_programs import INTS, TEXT, TEXTS


def over_text(s):
    total = 0
    for i, c in enumerate(s, 2):
        if c == " ":
            continue
        if c == "!":
            break
        total = total * 31 + ord(c) % i
    else:
        total = -total - 1
    return total


def returned_in_a_loop(s):
    for c in s.lower():
        if c.isdigit():
            return c + "!"
        if c in "xyz":
            return None
    return s[:1]


def within_loops(s):
    best, words = None, 0
    for part in s.split(","):
        for word in part.split():
            words += 1
            if best is None or len(word) > len(best):
                best = word
            if words > 4:
                break
    return f"{best} of {words}"


def raised_in_a_loop(s):
    total = 0
    for part in s.split(","):
        try:
            total += int(part)
        except ValueError:
            total -= 1
            if part == "x":
                raise
    return total


def sides(s, t):
    same = 0
    for x, y in zip(s, reversed(t)):  # noqa: B905
        if x == y:
            same += 1
    return same


WEIGHTS = [2, 3, -5]


def weighed(s):
    total = 0
    for i, c in enumerate(s[::-1]):
        total += WEIGHTS[i % len(WEIGHTS)] * (ord(c) & 15) + WEIGHTS[-1 - i % 2]
    return total if total % 2 else WEIGHTS[total % 4]


def counted(a, b):
    if abs(a) > 300 or abs(b) > 300:
        return None
    total = 0
    for i in range(b, a, 3):
        total += i * i
    for i in range(b - a):
        if i == 40:
            return None
        total -= i
    return total


def divisor(a, b):
    a, b = abs(a), abs(b)
    while b:
        a, b = b, a % b
    return a


def vowels(word):
    found = 0
    for c in word:
        if c in "aeiou":
            found += 1
    return found


def loop_in_a_comprehension(s):
    return sum(vowels(word) for word in s.split()) * 10 + max(vowels(s), 2)


def of_several(s):
    total = 0
    for i, (c, n) in enumerate(zip(s, (5, -2, 7, 1))):  # noqa: B905
        total = total * 10 + (n if c.isalpha() else i)
    for i in reversed(range(len(s) % 7)):
        total -= i
        for j in range(9, i, -2):
            total += i * j
    return total


def many_turns(a, b):
    n = a % 1000
    b %= 50
    while n < b * 100:
        n += 7
    else:
        n = -n
    return n


def endless(a, b):
    a %= 21
    while True:
        a += b * b + 1
        if a > 20:
            return a
        if a < -20:
            break
        b //= a - 3
    return b


LOOPS = [
    (over_text, TEXT, "bigint"),
    (returned_in_a_loop, TEXT, "string"),
    (within_loops, TEXT, "string"),
    (raised_in_a_loop, TEXT, "int"),
    (sides, TEXTS, "int"),
    (weighed, TEXT, "bigint"),
    (counted, INTS, "bigint"),
    (divisor, INTS, "int"),
    (loop_in_a_comprehension, TEXT, "int"),
    (of_several, TEXT, "bigint"),
    (many_turns, INTS, "bigint"),
    (endless, INTS, "bigint"),
]
