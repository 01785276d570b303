# SPDX-License-Identifier: Apache-2.0

"""Lists, maps and sets."""

from collections import Counter

from python_udfs.corpus.cases import case


@case("array<string>", returns="array<string>", rows=[(["b", "a", "b"],), ([],)])
def dedupe(items):
    seen = set()
    out = []
    for x in items:
        if x not in seen:
            seen.add(x)
            out.append(x)
    return out


@case("string", returns="map<string,int>", rows=["a b a", ""])
def word_counts(text):
    counts = {}
    for w in text.lower().split():
        if w in counts:
            counts[w] += 1
        else:
            counts[w] = 1
    return counts


@case("array<double>", returns="double", rows=[([3.0, 1.0, 2.0],), ([],), ([1.0, 2.0],)])
def median(values):
    xs = sorted(v for v in values if v is not None)
    n = len(xs)
    if n == 0:
        return None
    mid = n // 2
    return xs[mid] if n % 2 else (xs[mid - 1] + xs[mid]) / 2


@case("array<double>", "int", returns="double", rows=[([1.0, 2.0, 3.0, 4.0], 75), ([5.0], 0)])
def percentile(values, p):
    if not values or p is None or not 0 <= p <= 100:
        return None
    xs = sorted(values)
    k = (len(xs) - 1) * p / 100
    lo = int(k)
    hi = min(lo + 1, len(xs) - 1)
    return xs[lo] + (xs[hi] - xs[lo]) * (k - lo)


@case(
    "array<bigint>",
    returns="struct<low:bigint,high:bigint,mean:double>",
    rows=[([1, 2, 6],), ([],)],
)
def summary(xs):
    if not xs:
        return None
    return {"low": min(xs), "high": max(xs), "mean": sum(xs) / len(xs)}


@case("array<int>", returns="array<int>")
def running_total(xs):
    out, total = [], 0
    for x in xs:
        total += x or 0
        out.append(max(-(2**31), min(total, 2**31 - 1)))
    return out


@case("array<int>", "int", returns="array<array<int>>", rows=[([1, 2, 3, 4, 5], 2), ([1], 0)])
def chunks(xs, n):
    return [xs[i : i + n] for i in range(0, len(xs), n)]


@case("map<string,int>", returns="string", rows=[({"a": 1, "b": 3},), ({},)])
def best_key(scores):
    best = None
    for k, v in sorted(scores.items()):
        if v is not None and (best is None or v > scores[best]):
            best = k
    return best


@case("map<string,string>", returns="map<string,string>")
def clean_map(m):
    return {k.strip().lower(): v for k, v in m.items() if v}


@case(
    "map<string,double>",
    "map<string,double>",
    returns="double",
    rows=[({"a": 1.0, "b": 2.0}, {"a": 3.0}), ({}, {})],
)
def dot_product(a, b):
    return float(sum(a[k] * b[k] for k in sorted(a) if k in b))


@case("array<string>", "array<string>", returns="double", rows=[(["a", "b"], ["b", "c"])])
def jaccard(a, b):
    x, y = set(a or []), set(b or [])
    union = x | y
    return len(x & y) / len(union) if union else 1.0


@case("array<string>", returns="string", rows=[(["x", "y", "x"],), ([],)])
def most_common(items):
    if not items:
        return None
    counts = {}
    for i in items:
        counts[i] = counts.get(i, 0) + 1
    return max(counts, key=counts.get)


@case("array<string>", returns="string", rows=[(["x", "y", "x"],)])
def most_common_by_counter(items):
    return Counter(items).most_common(1)[0][0]


@case("array<array<int>>", returns="array<int>")
def flatten(lists):
    return [x for inner in lists for x in inner]


@case("array<string>", "string", returns="int", rows=[(["a", "b"], "b"), (["a"], "z")])
def position(items, wanted):
    try:
        return items.index(wanted)
    except ValueError:
        return -1


@case("array<bigint>", returns="array<bigint>", rows=[([5, 3, 9, 3],), ([],)])
def top_three(xs):
    xs = [x for x in xs if x is not None]
    xs.sort(reverse=True)
    return xs[:3]


@case("array<string>", returns="string", rows=[(["a", "b", "c"],), (["a"],), ([],)])
def oxford_comma(items):
    items = list(filter(None, items))
    if len(items) < 3:
        return " and ".join(items)
    return ", ".join(items[:-1]) + ", and " + items[-1]


@case("array<int>", returns="int", rows=[([1, 2, 4, 5, 6],), ([],)])
def longest_streak(days):
    present = set(days)
    best = 0
    for d in days:
        if d is not None and d - 1 not in present:
            n = 1
            while d + n in present:
                n += 1
            best = max(best, n)
    return best


@case("array<double>", "array<double>", returns="double")
def weighted_mean(xs, ws):
    total = sum(w for w in ws)
    return sum(x * w for x, w in zip(xs, ws)) / total


@case("array<int>", returns="boolean")
def is_sorted(xs):
    return all(a <= b for a, b in zip(xs, xs[1:]))


@case("array<string>", returns="map<string,array<string>>", rows=[(["apple", "avocado", "b"],)])
def group_by_initial(words):
    groups = {}
    for w in words:
        groups.setdefault(w[:1], []).append(w)
    return groups
