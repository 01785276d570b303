# SPDX-License-Identifier: Apache-2.0

"""Counters, default dictionaries, named tuples, queues, ``itertools``, ``functools``."""

import bisect
import functools
import itertools
import operator
import os.path
from collections import Counter, OrderedDict, defaultdict, deque, namedtuple
from typing import NamedTuple

from python_udfs.corpus.cases import case

LIMITS = [0, 10, 100, 1000]
LABELS = ["none", "low", "mid", "high", "huge"]
Point = namedtuple("Point", ["lat", "lon", "name"], defaults=["here"])


class Version(NamedTuple):
    major: int
    minor: int = 0


def _clean(v):
    return v.strip().lower()


def _digits(v):
    return "".join(c for c in v if c.isdigit())


CLEANERS = {"name": _clean, "phone": _digits, "code": str.upper}


@case("string", returns="map<string,int>", rows=["a b a c", ""])
def word_counts(s):
    return dict(Counter((s or "").lower().split()))


@case("string", returns="array<struct<w:string,n:int>>", rows=["b a b a c", "x"])
def top_words(s):
    counts = Counter(s.split()) if s else Counter()
    counts.update(["a"])
    return counts.most_common(2)


@case("string", "string", returns="int", rows=[("aab", "abc"), ("", "z")])
def shared_letters(a, b):
    both = Counter(a or "") & Counter(b or "")
    return sum(both.values()) - both["missing"]


@case("string", "string", returns="boolean", rows=[("listen", "silent"), ("a", "b")])
def is_anagram(a, b):
    return Counter(a or "") == Counter(b or "")


@case("array<string>", returns="map<string,array<string>>", rows=[(["apple", "avocado", "bean"],)])
def by_initial(words):
    out = defaultdict(list)
    for w in words or []:
        if w:
            out[w[0]].append(w)
    return dict(sorted(out.items()))


@case("array<int>", returns="map<string,int>", rows=[([1, 2, 3, None],)])
def odd_even(xs):
    out = defaultdict(int)
    for x in xs or ():
        out["none" if x is None else "even" if x % 2 == 0 else "odd"] += 1
    if "odd" in out:
        out["has"] = len(out)
    return {k: out[k] for k in sorted(out)}


@case("string", rows=["a=1;b=2;a=3"])
def nested_default(s):
    tree = defaultdict(lambda: defaultdict(set))
    for part in (s or "").split(";"):
        k, _, v = part.partition("=")
        tree[k][v].add(len(v))
    return ",".join(f"{k}:{len(v)}" for k, v in sorted(tree.items()))


@case("array<string>", returns="array<string>", rows=[(["b", "a", "b"],)])
def in_order(xs):
    if xs is None:
        return None
    seen = OrderedDict.fromkeys(xs)
    if len(seen) > 2:
        seen.move_to_end(xs[0])
    return list(seen)


@case("double", "double", rows=[(1.0, 2.0)])
def point(lat, lon):
    p = Point(lat, lon=lon)
    if p.lat is None:
        return str(p)
    a, _, name = p
    return f"{name} {p.lat!r} {a == p[0]} {p == (lat, lon, 'here')} {type(p).__name__}"


@case("string", rows=["1.2.3", "0.9", "7", "x"])
def version_band(v):
    try:
        version = Version(*[int(x) for x in v.split(".")][:2])
    except (ValueError, AttributeError):
        return "invalid"
    return "new" if version >= Version(1, 2) else f"old-{version.major}"


@case("string", returns="struct<major:int,minor:int>", rows=["1", "2"])
def as_record(v):
    return Version(len(v)) if v else None


@case("string", returns="boolean", rows=["([])", "(]", "((", ""])
def balanced(s):
    stack = deque()
    pairs = {")": "(", "]": "["}
    for ch in s or "":
        if ch in "([":
            stack.append(ch)
        elif ch in pairs and (not stack or stack.pop() != pairs[ch]):
            return False
    return not stack


@case("array<int>", returns="array<int>", rows=[([1, 2, 3, 4, 5],)])
def last_three(xs):
    recent = deque(maxlen=3)
    for x in xs or []:
        recent.append(x)
    if len(recent) == 3:
        recent.rotate()
        recent.appendleft(recent.popleft())
    return list(recent)


@case("array<int>", returns="bigint", rows=[([1, 2, 3],), ([],)])
def folded(xs):
    return functools.reduce(lambda a, b: (a * 31 + (b or 0)) % 9973, xs or [], 7)


@case("array<int>", returns="array<int>", rows=[([3, 1, 2],)])
def running_max(xs):
    return list(itertools.accumulate([x or 0 for x in xs or []], max))


@case("array<array<int>>", returns="array<int>", rows=[([[1], [2, 3], None],)])
def flattened(xss):
    return list(itertools.chain.from_iterable(x for x in (xss or []) if x))


@case("string", returns="array<string>", rows=["aaabbc", ""])
def run_lengths(s):
    return [f"{k}{len(list(g))}" for k, g in itertools.groupby(s or "")]


@case("array<int>", returns="array<int>", rows=[([1, 3, 5, 2, 7],)])
def slices(xs):
    known = [x for x in xs or [] if x is not None]
    odd = itertools.takewhile(lambda x: x % 2, known)
    rest = itertools.dropwhile(lambda x: x % 2, known)
    return [*itertools.islice(odd, 2), *itertools.islice(rest, 0, None, 2)]


@case("array<string>", "array<string>", returns="array<string>", rows=[(["a", "b"], ["x"])])
def crossed(a, b):
    a, b = [x for x in a or [] if x][:5], [x for x in b or [] if x][:5]
    pairs = ["".join(p) for p in itertools.product(a, b)]
    pairs += ["-".join(p) for p in itertools.combinations(a, 2)]
    return pairs + [x + y for x, y in itertools.zip_longest(a, b, fillvalue="?")]


@case("int", rows=[5, 50, 10, 1000])
def bucket(n):
    return None if n is None else LABELS[bisect.bisect_right(LIMITS, n)]


@case("array<int>", returns="int", rows=[([4, 9, 1],)])
def position_of_largest(xs):
    if not xs or None in xs:
        return None
    return sorted(enumerate(xs), key=operator.itemgetter(1), reverse=True)[0][0]


@case("string", "string", rows=[("name", " A "), ("phone", "1-2"), ("code", "x"), ("?", "q")])
def cleaned(kind, v):
    clean = CLEANERS.get(kind)
    return clean(v) if clean and v is not None else v


@case("int", "string", "int", returns="int", rows=[(1, "+", 2), (5, "-", 3), (1, "?", 1)])
def applied(a, op, b):
    table = {"+": operator.add, "-": lambda x, y: x - y}
    if op not in table or a is None or b is None:
        return None
    return int(table[op](a, b) % 1000)


@case("string", rows=["a/b/c.tar.gz", "/.bashrc", "x"])
def extension(p):
    if p is None:
        return None
    stem, ext = os.path.splitext(os.path.basename(p))  # noqa: PTH119, PTH122
    return f"{os.path.dirname(p)}|{stem}|{ext}"  # noqa: PTH120
