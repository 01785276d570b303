# SPDX-License-Identifier: Apache-2.0

"""``match``, ``suppress``, recursion, any number of arguments, decorators."""

import base64
import contextlib
import functools
import json
from contextlib import suppress
from urllib.parse import urlparse

from python_udfs.corpus.cases import case


@case("int", rows=[404, 200, 500, 302, None])
def status_class(code):
    match code:
        case None:
            return "none"
        case 200 | 201 | 204:
            return "ok"
        case c if 400 <= c < 500:
            return f"client {c}"
        case int(c) if c >= 500:
            return "server"
        case _:
            return "other"


@case("string", returns="struct<a:string,b:string,n:int>", rows=["x-y-4", "x-y", "a-b-c-d", "q"])
def parts(code):
    match (code or "").split("-"):
        case [a, b, size] if size.isdecimal() and len(size) < 9:
            return (a, b, int(size))
        case [a, b]:
            return (a, b, None)
        case ["q" | ""]:
            return None
        case [a, *rest, b]:
            return (a, b, len(rest))
        case [a]:
            return (a, None, 1)


@case("string", rows=['{"type": "click", "x": 1}', '{"type": "key", "k": [1, 2]}', "[1]", "null"])
def event(text):
    try:
        e = json.loads(text)
    except (TypeError, ValueError):
        return "bad"
    match e:
        case {"type": "click", "x": x}:
            return f"click {x}"
        case {"type": "key", "k": [first, second]}:
            return f"key {first} {second}"
        case {"type": str() as kind}:
            return kind
        case bool() | None:
            return "flag"
        case [] | [_]:
            return "short"
    return "other"


@case("string", "string", returns="boolean", rows=[('{"flags": ["a", "b"]}', "a"), ("x", "a")])
def flag_on(config, flag):
    with suppress(ValueError, TypeError):
        data = json.loads(config)
        if isinstance(data, dict):
            flags = data.get("flags", [])
            return isinstance(flags, list) and flag in flags
    return False


@case("string", returns="int", rows=["12", "x"])
def last_number(s):
    found = -1
    for part in (s or "").split(","):
        with contextlib.suppress(ValueError):
            found = int(part[:9])
    return found


def _paths(node, path=""):
    if isinstance(node, dict):
        found = []
        for k, v in node.items():
            found += _paths(v, f"{path}.{k}" if path else k)
        return found
    if isinstance(node, list):
        return [p for i, v in enumerate(node) for p in _paths(v, f"{path}[{i}]")]
    return [path]


@case("string", returns="array<string>", rows=['{"a":{"b":1},"c":[2,{"d":null}]}', "[]", "1"])
def json_paths(s):
    try:
        return _paths(json.loads(s))
    except (TypeError, ValueError):
        return []


@case("int", "int", returns="int", rows=[(12, 18), (7, 0), (-4, 6)])
def common_divisor(a, b):
    def gcd(x, y):
        return x if y == 0 else gcd(y, x % y)

    return None if a is None or b is None else gcd(a, b) % 1000


@case("string", "string", "string", rows=[("a", None, "c"), (None, None, None)])
def joined(*cols, sep="-"):
    return sep.join(c for c in cols if c)


def _first(*values, default=None):
    for v in values:
        if v is not None:
            return v
    return default


@case("string", "string", rows=[(None, "b"), (None, None)])
def coalesced(a, b):
    return _first(a, b, default="?")


def _logged(f):
    @functools.wraps(f)
    def inner(*args, **kwargs):
        result = f(*args, **kwargs)
        return result if result is None else f"<{result}>"

    return inner


@case("string", "string", rows=[("a", "b"), (None, "x")])
@_logged
def decorated(a, b):
    return None if a is None else a + (b or "")


@case("string", rows=["3/4", "1/0", "x", "1/2/3"])
def kind_of_error(s):
    try:
        a, b = s.split("/")
        return f"{int(a[:9]) / int(b[:9]):.0%}"
    except Exception as e:
        return f"{type(e).__name__} {e.__class__.__name__}"


@case("string", returns="map<string,string>", rows=["x"])
def merged(s):
    base = {"a": "1", "b": "2"}
    return {**base, "b": s, **({"c": s} if s else {})}


@case("array<int>", returns="array<int>", rows=[([3, 1, 2],)])
def sorted_by_default(xs):
    known = [x for x in xs or [] if x is not None]
    return sorted(known, key=lambda x, by=3: (x % by, x))


@case("int", returns="array<int>", rows=[3, 0])
def late_but_used_at_once(n):
    out = []
    for k in range(3):
        out += list(map(lambda x: x * k + (n or 0) % 10, range(2)))
    return out


@case("int", "int", returns="array<int>", rows=[(7, 3), (2, 0), (-3, 5), (4, -7)])
def powers_modulo(a, b):
    found = []
    for modulus in (b, 97, -13, 1):
        try:
            found += [pow(a, 3, modulus), pow(a, -1, mod=modulus)]
        except (ValueError, TypeError) as e:
            found.append(len(str(e)))
    return found


@case("string", "int", rows=[("bob", 3), (None, None)])
def greeting(name, n):
    return "Hello {name:>5}, {0} of {n!r}".format(n, name=str(name), n=n)


@case("string", rows=["//a.com/x", "ftp://b/c", "a/b;c", "http://a.com:80"])
def scheme_or_https(url):
    try:
        parts = urlparse(url or "", scheme="https")
    except ValueError:
        return "invalid"
    return f"{parts.scheme}|{parts.netloc}|{parts.path}"


@case("string", rows=["aGVsbG8=", "%%", "YQ", "YQ==", "YWI=", "", "=YQ="])
def strict_base64(s):
    try:
        return base64.b64decode(s or "", validate=True).decode("utf-8", "replace")
    except ValueError as e:
        return type(e).__name__
